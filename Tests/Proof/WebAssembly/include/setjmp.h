/* Only cmocka needs it, and Tests/ABI/small replaces cmocka. */

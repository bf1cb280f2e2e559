/* cmocka needs it, which Tests/ABI/small replaces. */

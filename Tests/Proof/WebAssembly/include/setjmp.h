/* Empty, because only cmocka needs setjmp, and Tests/ABI/small replaces cmocka. */

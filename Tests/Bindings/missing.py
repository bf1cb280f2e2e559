"""Prints what a password lacks, and a password that lacks nothing: python3 missing.py DESCRIPTOR PASSWORD"""

import sys

from passwordrules import Error, Rules


def main(arguments):
    if len(arguments) != 2:
        print("usage: missing DESCRIPTOR PASSWORD", file=sys.stderr)
        return 2
    descriptor, password = arguments
    try:
        rules = Rules(descriptor)
        report = rules.check(password)
        for message in report.messages:
            print(message)
        print(rules.generate())
    except Error as error:
        print(f"missing: {error}", file=sys.stderr)
        return 2
    return 0 if report else 1


sys.exit(main(sys.argv[1:]))

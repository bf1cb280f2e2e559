"""The settings of pwquality that the STIG for RHEL 9 asks for."""

STIG = """\
minlen = 15
dcredit = -1
ucredit = -1
lcredit = -1
ocredit = -1
maxrepeat = 3
minclass = 4
difok = 8
dictcheck = 0
"""

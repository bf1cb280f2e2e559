"""Calls one function of the library again and again, each time with another fault: calls.py POLICY BLOCKLIST RANKS FUNCTION.

fault.so is preloaded, and the environment describes the fault. The arguments are made before the fault, and freed after it.
Each run writes the "status" of the function, or what it "returned" if it has no status; the members of `out` that changed,
under their names; and "live", the number of blocks that were not freed. The output has the format of change.c.
"""

import ctypes
import itertools
import json
import mmap
import os
import signal
import sys
from ctypes import byref, c_double, c_int, c_size_t, c_void_p
from types import SimpleNamespace

from passwordrules._codes import Status
from passwordrules._constants import (
    BLOCKLIST_ONE_LOOKUP, DECIDE_DEBUG, DECIDE_SUGGEST, HISTORY_UNKNOWN, PARSE_LENIENT, POLICY_ALONE, POLICY_ONE_CHANGE,
    TEXT_LIST, Match, Style,
)
from passwordrules._library import library
from passwordrules._structures import (
    BlocklistInfoStruct, ContextStruct, DecisionInfoStruct, DiagnosticStruct, GeneratedStruct, GenerateOptionsStruct,
    LanguageStruct, LogLineStruct, OriginStruct, OutcomeStruct, PieceStruct, PolicyInfoStruct, StrengthInfoStruct, Translate,
)

DESCRIPTOR = b"required: upper; required: digit; minlength: 12; max-repeating: 2; color: blue;"
WRONG = b"required: uper; minlength: 12"
WEAK = b"zqxj"
LISTED = b"P@ssw0rd-P@ssw0rd"
# The same, but not a repetition, which is refused without any list.
LISTED_ALONE = b"P@ssw0rd"
# This password consists of listed words and the person's name, so that the policy also refuses it as easy to guess.
GUESSED = b"alice-dragon-1984"
# The value of an out parameter before the call.
BEFORE = 77


class Record(ctypes.Structure):
    """`struct fault_record` of fault.h."""

    _fields_ = [("calls", ctypes.c_ulong), ("failed", ctypes.c_ulong), ("function", ctypes.c_char * 32),
                ("caller", ctypes.c_char * 64)]


def declared(name):
    return getattr(library, "passwordrules_" + name)


def make(name, *arguments, expected=Status.OK):
    """Calls a function, and returns the object that it makes. Among the arguments, the function `byref` itself marks the
    position of the out pointer for that object."""
    made = c_void_p()
    status = declared(name)(*[byref(made) if argument is byref else argument for argument in arguments])
    assert status == expected, (name, status)
    return made


@Translate
def translate(_, one, many, count, translated):
    translated[0] = many if many and count != 1 else one


# ---- Arguments and results of the functions ----

policy_path, list_path, ranks_path, function = map(os.fsencode, sys.argv[1:])
ranks_paths = (ctypes.c_char_p * 2)(ranks_path, ranks_path)
given = SimpleNamespace(
    rules=make("parse", DESCRIPTOR, len(DESCRIPTOR), PARSE_LENIENT, byref, None),
    policy=make("policy_load", policy_path, None, 0, 0, byref, None),
    list=make("blocklist_open", list_path, BLOCKLIST_ONE_LOOKUP, byref, None),
    ranks=make("ranks_open", ranks_paths, 1, byref, None),
    diagnostics=make("parse", WRONG, len(WRONG), 0, byref(c_void_p()), byref, expected=Status.EDESCRIPTOR),
)
on_trial = make("policy_load", policy_path, (ctypes.c_char_p * 1)(b"enforce=audit"), 1, 0, byref, None)
given.audited = make("policy_for_user", on_trial, b"alice", byref, None)
declared("policy_free")(on_trial)
# The list of this policy is read at each lookup.
at_login = make("policy_load", policy_path, (ctypes.c_char_p * 1)(b"at-login=warn"), 1, POLICY_ONE_CHANGE, byref, None)
given.login_policy = make("policy_for_user", at_login, b"alice", byref, None)
declared("policy_free")(at_login)
given.report = make("check", given.rules, WEAK, len(WEAK), 0, byref)
given.user_policy = make("policy_for_user", given.policy, b"alice", byref, None)
few = make("parse", b"minlength: 2", 12, 0, byref, None)
# The report of an earlier check that accepted a password.
refilled = make("check", few, WEAK, len(WEAK), 0, byref)
declared("rules_free")(few)
context = byref(ContextStruct(
    user=b"alice", full_name=b"Alice Liddell", home=b"/home/alice", old_password=b"old", old_password_length=3))
groups = (ctypes.c_char_p * 1)(b"staff")
account = byref(ContextStruct(service=b"ldap", user=b"alice", groups=groups, group_count=1))
given.strength = make("strength_estimate", given.ranks, context, GUESSED, len(GUESSED), byref)
given.refusal = make("policy_check", given.user_policy, context, GUESSED, len(GUESSED), byref)
given.decision = make("decide", given.user_policy, context, WEAK, len(WEAK), DECIDE_SUGGEST, byref)
permissive = make("policy_load", None, (ctypes.c_char_p * 1)(b"rules=minlength: 2"), 1, POLICY_ALONE, byref, None)
given.accepted = make("decide", permissive, context, WEAK, len(WEAK), DECIDE_DEBUG, byref)
# A decision that accepts. After a failed call, it must refuse.
deciding = make("decide", permissive, context, WEAK, len(WEAK), 0, byref)
declared("policy_free")(permissive)
language = byref(LanguageStruct(translate=translate))
arguments = (ctypes.c_char_p * 1)(b"config=" + policy_path)
pwquality_settings = (ctypes.c_char_p * 3)(b"minlen=12", b"dcredit=1", b"badwords=dragon wonderland")
options = byref(GenerateOptionsStruct(style=Style.READABLE, exclude=b"ambiguous", count=3))

OBJECTS = {"rules": "rules", "report": "report", "policy": "policy", "list": "blocklist", "diagnostics": "diagnostics",
           "ranks": "ranks", "strength": "strength", "decision": "decision"}
out = {
    **{name: c_void_p(BEFORE) for name in OBJECTS}, "buffer": ctypes.create_string_buffer(b"before", 8192),
    "needed": c_size_t(BEFORE), "length": c_size_t(BEFORE), "entropy": c_double(BEFORE), "found": c_int(BEFORE),
    "listed": c_int(BEFORE),
    "generated": GeneratedStruct(length=BEFORE), "entries": BlocklistInfoStruct(count=BEFORE),
    "retry": PolicyInfoStruct(retry=BEFORE), "place": OriginStruct(line=BEFORE),
    "kind": OutcomeStruct(kind=BEFORE), "code": DiagnosticStruct(code=BEFORE), "level": StrengthInfoStruct(level=BEFORE),
    "end": PieceStruct(end=BEFORE), "form": DecisionInfoStruct(form=BEFORE), "priority": LogLineStruct(priority=BEFORE),
}
# For each struct, the member whose value is written. All other objects have one value.
MEMBERS = {"generated": "length", "entries": "count", "retry": "retry", "place": "line", "kind": "kind", "code": "code",
           "level": "level", "end": "end", "form": "form", "priority": "priority"}
to = SimpleNamespace(**{name: byref(value) for name, value in out.items()})
buffer = out["buffer"], len(out["buffer"]), to.needed

STATUS_CALLS = {
    "parse": (DESCRIPTOR, len(DESCRIPTOR), PARSE_LENIENT, to.rules, to.diagnostics),
    "lint": (DESCRIPTOR, len(DESCRIPTOR), 0, to.diagnostics),
    "format": (given.rules, 0, *buffer),
    "explain": (given.rules, language, *buffer),
    "check": (given.rules, WEAK, len(WEAK), 0, to.report),
    "check_into": (given.rules, WEAK, len(WEAK), 0, refilled),
    "report_create": (to.report,),
    "report_outcome": (given.report, 0, to.kind),
    "report_unmet_rules": (given.report, *buffer),
    "report_class": (given.report, 0, *buffer),
    "report_message": (given.report, 0, language, *buffer),
    "report_summary": (given.report, b"; ", 20, language, *buffer),
    "report_demands": (given.report, None, 0, language, *buffer),
    "diagnostics_get": (given.diagnostics, 0, to.code),
    "generate": (given.rules, options, *buffer, to.generated),
    "count": (given.rules, 0, *buffer, to.entropy),
    "shortest_length": (given.rules, 80, to.length),
    "blocklist_open": (list_path, 0, to.list, to.diagnostics),
    "blocklist_lookup": (given.list, LISTED, len(LISTED), Match.AS_BUILT, to.found),
    "report_add_lookup": (refilled, given.list, LISTED, len(LISTED), Match.AS_BUILT),
    "blocklist_get_info": (given.list, to.entries),
    "ranks_open": (ranks_paths, 2, to.ranks, to.diagnostics),
    "strength_estimate": (given.ranks, context, GUESSED, len(GUESSED), to.strength),
    "strength_get_info": (given.strength, to.level),
    "strength_piece": (given.strength, 0, to.end),
    "strength_advice": (given.strength, 0, language, *buffer),
    "report_piece": (given.refusal, 0, to.end),
    "policy_load": (policy_path, None, 0, 0, to.policy, to.diagnostics),
    "policy_load_pwquality": (policy_path, pwquality_settings, len(pwquality_settings), 0, to.policy, to.diagnostics),
    "policy_load_pam_line": (arguments, 1, to.policy, to.diagnostics),
    "policy_for_user": (given.policy, b"alice", to.policy, to.diagnostics),
    "policy_for_service_account": (given.policy, account, to.policy, to.diagnostics),
    "policy_count_change": (given.audited, context, given.report, to.diagnostics),
    "policy_lookup": (given.login_policy, LISTED_ALONE, len(LISTED_ALONE), to.listed),
    "policy_count_login": (given.login_policy, 1, to.diagnostics),
    "policy_get_info": (given.policy, to.retry),
    "policy_describe": (given.user_policy, context, language, *buffer),
    "policy_check": (given.user_policy, context, WEAK, len(WEAK), to.report),
    "policy_check_suggesting": (given.user_policy, context, WEAK, len(WEAK), to.report, *buffer[:2]),
    "policy_origin": (given.user_policy, given.report, 0, to.place),
    "policy_suggest": (given.user_policy, context, *buffer, to.generated),
    "decide": (given.user_policy, context, WEAK, len(WEAK), DECIDE_SUGGEST, to.decision),
    "decide_load": (Status.EPOLICY, given.diagnostics, context, 0, to.decision),
    "decision_add": (deciding, given.user_policy, context, WEAK, len(WEAK)),
    "decision_add_history": (deciding, given.user_policy, context, HISTORY_UNKNOWN),
    "decision_accept": (given.accepted,),
    "decision_get_info": (given.decision, to.form),
    "decision_text": (given.decision, TEXT_LIST, 0, language, *buffer),
    "decision_take_suggestion": (given.decision, *buffer),
    "decision_log": (given.decision, 0, to.priority),
}
OTHER_CALLS = {
    "version": (), "status_text": (Status.EPOLICY,),
    "report_accepted": (given.report,), "report_progress": (given.report,), "report_count": (given.report,),
    "diagnostics_count": (given.diagnostics,), "diagnostics_enforcement": (given.diagnostics, context),
    "policy_enforcement": (given.policy, context), "policy_at_login": (given.login_policy, context), "policy_is_current": (given.policy,),
    "rules_free": (given.rules,), "report_free": (given.report,), "policy_free": (given.policy,),
    "blocklist_free": (given.list,), "diagnostics_free": (given.diagnostics,), "ranks_free": (given.ranks,),
    "strength_free": (given.strength,), "decision_refused": (given.decision,), "decision_report": (given.decision,),
    "decision_free": (given.decision,),
}


# ---- A run ----


def tell(kind, text):
    """Writes at once, so that nothing is lost in a crash."""
    data = text if isinstance(text, bytes) else str(text).encode()
    os.write(1, kind.encode() + b"\0" + data + b"\0")


def write_results():
    for name, made in out.items():
        value = getattr(made, MEMBERS.get(name, "value"))
        if name in OBJECTS and value != BEFORE:
            tell(name, "object" if value else "NULL")
            declared(f"{OBJECTS[name]}_free")(made)
        elif value not in (BEFORE, b"before"):
            tell(name, value if name == "buffer" else int(value))
    for name in "count", "accepted":
        if (number := declared("report_" + name)(refilled)) != 1:
            tell(name, number)
    if refused := declared("decision_refused")(deciding):
        tell("refused", refused)


def free_arguments(freed):
    for name, kind in [*OBJECTS.items(), ("user_policy", "policy"), ("audited", "policy"), ("login_policy", "policy"),
                       ("refusal", "report"), ("accepted", "decision")]:
        if getattr(given, name) is not freed:
            declared(kind + "_free")(getattr(given, name))
    declared("report_free")(refilled)
    declared("decision_free")(deciding)


def run(name, at, fault, record):
    """The whole life of a child process."""
    call, arguments = declared(name), STATUS_CALLS.get(name, OTHER_CALLS.get(name))
    fault.fault_arm(at, byref(record))
    result = call(*arguments)
    fault.fault_arm(0, None)
    if isinstance(result, bytes):
        result = len(result)
    tell("status" if name in STATUS_CALLS else "returned", int(result or 0))
    write_results()
    free_arguments(arguments[0] if name.endswith("_free") else None)
    tell("live", fault.fault_live())


def main():
    fault = ctypes.CDLL("fault.so")
    fault.fault_arm.argtypes, fault.fault_live.restype = [ctypes.c_ulong, c_void_p], ctypes.c_long
    record = Record.from_buffer(mmap.mmap(-1, ctypes.sizeof(Record)))
    name = function.decode().removeprefix("passwordrules_")
    for at in itertools.count():
        child = os.fork()
        if child == 0:
            signal.alarm(600)
            run(name, at, fault, record)
            os._exit(0)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        tell("run", json.dumps({
            "at": at, "calls": record.calls, "failed": record.failed, "function": record.function.decode(),
            "caller": record.caller.decode(), "signal": max(-ended, 0), "exit": ended if ended >= 0 else -1,
        }))
        if at > 0 and record.failed == 0:
            break


main()

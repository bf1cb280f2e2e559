# "make generate" writes this file, from Include/passwordrules.h.
"""The result and the parameters of each function of the library."""

from __future__ import annotations

from ctypes import POINTER, c_char, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p
from typing import Any, Dict, List, Tuple

from ._structures import (BlocklistInfoStruct, ContextStruct, DecisionInfoStruct, DiagnosticStruct,
                          GenerateOptionsStruct, GeneratedStruct, LanguageStruct, LogLineStruct, OriginStruct,
                          OutcomeStruct, PieceStruct, PolicyInfoStruct, StrengthInfoStruct)

#: Without the prefix passwordrules_.
SIGNATURES: Dict[str, Tuple[Any, List[Any]]] = {
    "parse": (c_int, [c_char_p, c_size_t, c_uint, POINTER(c_void_p), POINTER(c_void_p)]),
    "check": (c_int, [c_void_p, c_char_p, c_size_t, c_uint, POINTER(c_void_p)]),
    "report_accepted": (c_int, [c_void_p]),
    "report_summary": (c_int, [
        c_void_p, c_char_p, c_size_t, POINTER(LanguageStruct), POINTER(c_char), c_size_t, POINTER(c_size_t),
    ]),
    "report_free": (None, [c_void_p]),
    "generate": (c_int, [
        c_void_p, POINTER(GenerateOptionsStruct), POINTER(c_char), c_size_t, POINTER(c_size_t),
        POINTER(GeneratedStruct),
    ]),
    "rules_free": (None, [c_void_p]),
    "version": (c_char_p, []),
    "status_text": (c_char_p, [c_int]),
    "lint": (c_int, [c_char_p, c_size_t, c_uint, POINTER(c_void_p)]),
    "format": (c_int, [c_void_p, c_uint, POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "explain": (c_int, [c_void_p, POINTER(LanguageStruct), POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "diagnostics_count": (c_size_t, [c_void_p]),
    "diagnostics_get": (c_int, [c_void_p, c_size_t, POINTER(DiagnosticStruct)]),
    "diagnostics_free": (None, [c_void_p]),
    "report_progress": (c_double, [c_void_p]),
    "report_count": (c_size_t, [c_void_p]),
    "report_outcome": (c_int, [c_void_p, c_size_t, POINTER(OutcomeStruct)]),
    "report_message": (c_int, [
        c_void_p, c_size_t, POINTER(LanguageStruct), POINTER(c_char), c_size_t, POINTER(c_size_t),
    ]),
    "report_class": (c_int, [c_void_p, c_size_t, POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "report_demands": (c_int, [
        c_void_p, c_char_p, c_size_t, POINTER(LanguageStruct), POINTER(c_char), c_size_t, POINTER(c_size_t),
    ]),
    "report_unmet_rules": (c_int, [c_void_p, POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "report_create": (c_int, [POINTER(c_void_p)]),
    "check_into": (c_int, [c_void_p, c_char_p, c_size_t, c_uint, c_void_p]),
    "count": (c_int, [c_void_p, c_size_t, POINTER(c_char), c_size_t, POINTER(c_size_t), POINTER(c_double)]),
    "shortest_length": (c_int, [c_void_p, c_double, POINTER(c_size_t)]),
    "policy_load": (c_int, [c_char_p, POINTER(c_char_p), c_size_t, c_uint, POINTER(c_void_p), POINTER(c_void_p)]),
    "policy_for_user": (c_int, [c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_void_p)]),
    "policy_check": (c_int, [c_void_p, POINTER(ContextStruct), c_char_p, c_size_t, POINTER(c_void_p)]),
    "policy_enforcement": (c_int, [c_void_p, POINTER(ContextStruct)]),
    "policy_at_login": (c_int, [c_void_p, POINTER(ContextStruct)]),
    "policy_lookup": (c_int, [c_void_p, c_char_p, c_size_t, POINTER(c_int)]),
    "policy_count_login": (c_int, [c_void_p, c_int, POINTER(c_void_p)]),
    "policy_free": (None, [c_void_p]),
    "policy_get_info": (c_int, [c_void_p, POINTER(PolicyInfoStruct)]),
    "policy_describe": (c_int, [
        c_void_p, POINTER(ContextStruct), POINTER(LanguageStruct), POINTER(c_char), c_size_t, POINTER(c_size_t),
    ]),
    "policy_check_suggesting": (c_int, [
        c_void_p, POINTER(ContextStruct), c_char_p, c_size_t, POINTER(c_void_p), POINTER(c_char), c_size_t,
    ]),
    "policy_suggest": (c_int, [
        c_void_p, POINTER(ContextStruct), POINTER(c_char), c_size_t, POINTER(c_size_t), POINTER(GeneratedStruct),
    ]),
    "policy_is_current": (c_int, [c_void_p]),
    "policy_origin": (c_int, [c_void_p, c_void_p, c_size_t, POINTER(OriginStruct)]),
    "diagnostics_enforcement": (c_int, [c_void_p, POINTER(ContextStruct)]),
    "policy_count_change": (c_int, [c_void_p, POINTER(ContextStruct), c_void_p, POINTER(c_void_p)]),
    "policy_for_service_account": (c_int, [c_void_p, POINTER(ContextStruct), POINTER(c_void_p), POINTER(c_void_p)]),
    "policy_load_pwquality": (c_int, [
        c_char_p, POINTER(c_char_p), c_size_t, c_uint, POINTER(c_void_p), POINTER(c_void_p),
    ]),
    "policy_load_pam_line": (c_int, [POINTER(c_char_p), c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "decide": (c_int, [c_void_p, POINTER(ContextStruct), c_char_p, c_size_t, c_uint, POINTER(c_void_p)]),
    "decision_refused": (c_int, [c_void_p]),
    "decision_text": (c_int, [
        c_void_p, c_uint, c_size_t, POINTER(LanguageStruct), POINTER(c_char), c_size_t, POINTER(c_size_t),
    ]),
    "decision_accept": (c_int, [c_void_p]),
    "decision_log": (c_int, [c_void_p, c_size_t, POINTER(LogLineStruct)]),
    "decision_free": (None, [c_void_p]),
    "decision_take_suggestion": (c_int, [c_void_p, POINTER(c_char), c_size_t, POINTER(c_size_t)]),
    "decide_load": (c_int, [c_int, c_void_p, POINTER(ContextStruct), c_uint, POINTER(c_void_p)]),
    "decision_add": (c_int, [c_void_p, c_void_p, POINTER(ContextStruct), c_char_p, c_size_t]),
    "decision_add_history": (c_int, [c_void_p, c_void_p, POINTER(ContextStruct), c_int]),
    "decision_get_info": (c_int, [c_void_p, POINTER(DecisionInfoStruct)]),
    "decision_report": (c_void_p, [c_void_p]),
    "blocklist_open": (c_int, [c_char_p, c_uint, POINTER(c_void_p), POINTER(c_void_p)]),
    "blocklist_lookup": (c_int, [c_void_p, c_char_p, c_size_t, c_int, POINTER(c_int)]),
    "blocklist_get_info": (c_int, [c_void_p, POINTER(BlocklistInfoStruct)]),
    "report_add_lookup": (c_int, [c_void_p, c_void_p, c_char_p, c_size_t, c_int]),
    "blocklist_free": (None, [c_void_p]),
    "ranks_open": (c_int, [POINTER(c_char_p), c_size_t, POINTER(c_void_p), POINTER(c_void_p)]),
    "ranks_free": (None, [c_void_p]),
    "strength_estimate": (c_int, [c_void_p, POINTER(ContextStruct), c_char_p, c_size_t, POINTER(c_void_p)]),
    "strength_get_info": (c_int, [c_void_p, POINTER(StrengthInfoStruct)]),
    "strength_piece": (c_int, [c_void_p, c_size_t, POINTER(PieceStruct)]),
    "strength_advice": (c_int, [
        c_void_p, c_size_t, POINTER(LanguageStruct), POINTER(c_char), c_size_t, POINTER(c_size_t),
    ]),
    "report_piece": (c_int, [c_void_p, c_size_t, POINTER(PieceStruct)]),
    "strength_free": (None, [c_void_p]),
}

# "make generate" writes this file, from Include/passwordrules.h.
"""The structs of passwordrules.h, member by member."""

from __future__ import annotations

from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p

from ._sized import Sized, Translate


class DiagnosticStruct(Sized):
    _fields_ = [
        ("size", c_size_t), ("severity", c_int), ("code", c_int), ("source", c_char_p), ("line", c_size_t),
        ("column", c_size_t), ("offset", c_size_t), ("length", c_size_t), ("text", c_char_p),
    ]


class OutcomeStruct(Sized):
    _fields_ = [
        ("size", c_size_t), ("kind", c_int), ("met", c_int), ("limit", c_size_t), ("actual", c_size_t),
        ("rule", c_char_p),
    ]


class GenerateOptionsStruct(Sized):
    _fields_ = [
        ("size", c_size_t), ("length", c_size_t), ("entropy", c_double), ("style", c_int), ("exclude", c_char_p),
        ("count", c_size_t),
    ]


class GeneratedStruct(Sized):
    _fields_ = [
        ("size", c_size_t), ("style", c_int), ("requested", c_int), ("length", c_size_t), ("entropy", c_double),
        ("excluded", c_int), ("falls_short", c_int),
    ]


class ContextStruct(Sized):
    _fields_ = [
        ("size", c_size_t), ("user", c_char_p), ("by_administrator", c_int), ("expired", c_int),
        ("full_name", c_char_p), ("home", c_char_p), ("old_password", c_char_p), ("old_password_length", c_size_t),
        ("service", c_char_p), ("words", POINTER(c_char_p)), ("word_count", c_size_t), ("groups", POINTER(c_char_p)),
        ("group_count", c_size_t), ("other_users", POINTER(c_char_p)), ("other_user_count", c_size_t),
        ("has_history", c_int),
    ]


class PolicyInfoStruct(Sized):
    _fields_ = [
        ("size", c_size_t), ("retry", c_uint), ("suggest", c_int), ("local_users_only", c_int),
        ("account_unknown", c_int), ("history", c_uint),
    ]


class OriginStruct(Sized):
    _fields_ = [("size", c_size_t), ("key", c_char_p), ("source", c_char_p), ("line", c_size_t), ("preset", c_char_p)]


class LogLineStruct(Sized):
    _fields_ = [("size", c_size_t), ("priority", c_int), ("text", c_char_p)]


class DecisionInfoStruct(Sized):
    _fields_ = [("size", c_size_t), ("enforcement", c_int), ("form", c_size_t), ("history", c_uint)]


class BlocklistInfoStruct(Sized):
    _fields_ = [("size", c_size_t), ("count", c_size_t), ("match", c_int), ("false_positive_rate", c_double)]


class StrengthInfoStruct(Sized):
    _fields_ = [
        ("size", c_size_t), ("guesses_log10", c_double), ("level", c_int), ("cut", c_int), ("piece_count", c_size_t),
        ("advice_count", c_size_t),
    ]


class PieceStruct(Sized):
    _fields_ = [
        ("size", c_size_t), ("kind", c_int), ("start", c_size_t), ("end", c_size_t), ("rank", c_size_t),
        ("name", c_char_p),
    ]


class LanguageStruct(Sized):
    _fields_ = [("size", c_size_t), ("translate", Translate), ("data", c_void_p)]

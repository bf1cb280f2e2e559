// All files of this folder use it.
@_exported public import PasswordRulesTestSupport

/*
 * PostgreSQL's check_password_hook: a new password of a role is refused if the policy refuses it
 *
 * ereport(ERROR) leaves by longjmp. So only decide_change calls the library: it frees everything that it
 * allocates, and runs no ereport, because log lines are kept until it returns. Everything else that is
 * allocated here belongs to the server's memory context.
 */
#include <postgres.h>

#include <access/htup_details.h>
#include <access/xact.h>
#include <catalog/pg_auth_members.h>
#include <catalog/pg_authid.h>
#include <commands/user.h>
#include <common/saslprep.h>
#include <fmgr.h>
#include <libpq/crypt.h>
#include <mb/pg_wchar.h>
#include <miscadmin.h>
#include <tcop/utility.h>
#include <utils/acl.h>
#include <utils/catcache.h>
#include <utils/guc.h>
#include <utils/memutils.h>
#include <utils/syscache.h>

#include <decide.h>

/* The server in the sections of a policy. */
#define SERVICE "postgresql"

#define EXPORTED __attribute__((visibility("default")))

/*
 * The maximum number of log lines of one change. If there are more, the last one is kept, which has the
 * result.
 */
#define MOST_LINES 8

/* No policy permits a password of more bytes, so SASLprep is not applied to one. */
#define LONGEST_PREPARED 4096

struct lines {
    int count;
    char text[MOST_LINES][2048];
};

/*
 * State of the module, as the server expects it: set by _PG_init, and later only by the server. The policy is
 * NULL if the module was loaded by a session.
 */
static const passwordrules_policy *shared_policy;
static check_password_hook_type next_check;
static ProcessUtility_hook_type next_utility;
static bool allow_hashed;

/* ---- Text ---------------------------------------------------------------------------------------------- */

/*
 * A copy in another encoding; NULL if the text cannot be converted. The server's own error is dropped: it
 * shows bytes of the text, which may be a password. Texts of a database in SQL_ASCII have any encoding, and
 * are copied unchanged: the policy checks whether they are UTF-8.
 */
static char *converted(const char *text, int from, int to)
{
    MemoryContext context = CurrentMemoryContext;
    char *volatile result = NULL;

    if (from == to || from == PG_SQL_ASCII || to == PG_SQL_ASCII)
        return pstrdup(text);
    PG_TRY();
    {
        unsigned char *source = (unsigned char *)unconstify(char *, text);
        unsigned char *target = pg_do_encoding_conversion(source, (int)strlen(text), from, to);
        /* The source is returned if there is nothing to convert. */
        result = target == source ? pstrdup(text) : (char *)target;
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(context);
        FlushErrorState();
        result = NULL;
    }
    PG_END_TRY();
    return result;
}

static char *to_utf8(const char *text)
{
    return converted(text, GetDatabaseEncoding(), PG_UTF8);
}

static void wipe(char *text)
{
    if (text != NULL)
        explicit_bzero(text, strlen(text));
}

/*
 * The text that SCRAM hashes: the result of SASLprep, which drops invisible characters and replaces others.
 * It treats the bytes as UTF-8, whatever the database's encoding is. Bytes that are not UTF-8, or that
 * SASLprep prohibits, are hashed as they are.
 *
 * Returns: a copy; NULL if memory has run out.
 */
static char *prepared(const char *password)
{
    MemoryContext context = CurrentMemoryContext;
    char *volatile result = NULL;

    if (strlen(password) > LONGEST_PREPARED)
        return pstrdup(password);
    PG_TRY();
    {
        char *text = NULL;
        const pg_saslprep_rc code = pg_saslprep(password, &text);
        if (code != SASLPREP_OOM)
            result = code == SASLPREP_SUCCESS ? text : pstrdup(password);
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(context);
        FlushErrorState();
        result = NULL;
    }
    PG_END_TRY();
    return result;
}

/* A text of the library, converted for the server's log or its client. */
static const char *from_utf8(const char *text)
{
    char *result = converted(text, PG_UTF8, GetDatabaseEncoding());

    if (result != NULL)
        return result;
    result = pstrdup(text);
    for (char *at = result; *at != '\0'; at++)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    return result;
}

/* ---- The account --------------------------------------------------------------------------------------- */

/*
 * The names of the roles that a role is a member of, directly or through others. A role that is being created
 * has none.
 */
static const char **groups_of(Oid role, size_t *count)
{
    List *roles = list_make1_oid(role);
    ListCell *cell = NULL;

    *count = 0;
    if (!OidIsValid(role))
        return NULL;
    /* The list grows while it is walked. */
    foreach (cell, roles) {
        CatCList *memberships = SearchSysCacheList1(AUTHMEMMEMROLE, ObjectIdGetDatum(lfirst_oid(cell)));

        for (int i = 0; i < memberships->n_members; i++) {
            HeapTuple tuple = &memberships->members[i]->tuple;
            roles = list_append_unique_oid(roles, ((Form_pg_auth_members)GETSTRUCT(tuple))->roleid);
        }
        ReleaseSysCacheList(memberships);
    }
    const char **names = palloc((size_t)list_length(roles) * sizeof *names);
    foreach (cell, roles) {
        char *name = lfirst_oid(cell) != role ? GetUserNameFromId(lfirst_oid(cell), true) : NULL;
        char *name_in_utf8 = name != NULL ? to_utf8(name) : NULL;

        if (name != NULL)
            names[(*count)++] = name_in_utf8 != NULL ? name_in_utf8 : name;
    }
    return names;
}

static void keep_line(void *data, int priority, const char *line)
{
    struct lines *lines = data;

    (void)priority;
    if (lines->count < MOST_LINES)
        lines->count++;
    snprintf(lines->text[lines->count - 1], sizeof lines->text[0], "%s", line);
}

static struct account_change change_of(const char *role, struct lines *lines)
{
    const Oid oid = get_role_oid(role, true);
    const char *name = to_utf8(role);
    struct account_change change = account_change_of(SERVICE, name != NULL ? name : role);

    /* True for CREATE ROLE, where there is no such role yet, and for ALTER ROLE of another role. */
    change.context.by_administrator = oid != GetUserId();
    change.context.groups = groups_of(oid, &change.context.group_count);
    change.shared = shared_policy;
    change.log = keep_line;
    change.log_data = lines;
    return change;
}

/*
 * ---- Answers -------------------------------------------------------------------------------------------
 *
 * The statement contains the password, so each ereport keeps the server from logging the statement and its
 * context.
 */

static void write_log(const struct lines *lines)
{
    for (int i = 0; i < lines->count; i++)
        ereport(LOG_SERVER_ONLY, (errmsg_internal("passwordrules: %s", from_utf8(lines->text[i])), errhidestmt(true),
                                  errhidecontext(true)));
}

/* Told to the client if the password meets the policy as typed, but not as stored. */
#define OF_THE_STORED_FORM \
    " This is about the form that SCRAM stores: SASLprep drops invisible characters, and replaces some others."

/* The client is told all reasons. The log is not: their numbers would reveal something of the password. */
static void answer(const struct decision *decision, const char *remark)
{
    if (decision->is_refused && !decision->is_weak)
        ereport(ERROR, (errcode(ERRCODE_CONFIG_FILE_ERROR), errmsg("the password cannot be checked"),
                        errdetail_internal("%s", from_utf8(decision->text)), errhidestmt(true), errhidecontext(true)));
    if (decision->text[0] == '\0' && !decision->is_refused)
        return;
    ereport(decision->is_refused ? ERROR : WARNING,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("the password does not meet the policy"),
             errdetail_internal("%s%s", from_utf8(decision->text), remark),
             errdetail_log("The client was told which rules it does not meet."), errhidestmt(true), errhidecontext(true)));
}

/* ---- The hooks ----------------------------------------------------------------------------------------- */

/*
 * A client that sends the same bytes logs in, whatever the encoding of the database is. So the bytes must
 * meet the policy both as UTF-8 and in that encoding.
 */
static void check_plain(const char *role, const char *password)
{
    struct lines *lines = palloc0(sizeof *lines);
    struct decision *decision = palloc0(sizeof *decision);
    struct account_change change = change_of(role, lines);
    char *in_utf8 = to_utf8(password);
    char *stored = prepared(password);

    if (in_utf8 == NULL || stored == NULL) {
        wipe(in_utf8);
        wipe(stored);
        ereport(ERROR, (errcode(ERRCODE_UNTRANSLATABLE_CHARACTER), errmsg("the password cannot be checked"),
                        errdetail(in_utf8 == NULL ? "It has characters that cannot be converted to UTF-8."
                                                  : "Out of memory."),
                        errhidestmt(true), errhidecontext(true)));
    }
    const struct candidate candidates[] = { { in_utf8, strlen(in_utf8) }, { password, strlen(password) },
                                            { stored, strlen(stored) } };
    change.candidates = candidates;
    change.candidate_count = sizeof candidates / sizeof *candidates;
    decide_change(&change, decision);
    wipe(in_utf8);
    wipe(stored);
    write_log(lines);
    answer(decision, decision->candidate == 2 ? OF_THE_STORED_FORM : "");
}

static void check_hashed(const char *role)
{
    /* pg_upgrade copies roles with their hashes. */
    if (IsBinaryUpgrade)
        return;
    if (!allow_hashed)
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("a hashed password cannot be checked"),
                        errdetail("psql's \\password and createuser -P send a hash, and so do dumps of roles."),
                        errhint("Use ALTER ROLE ... PASSWORD, over an encrypted connection. "
                                "A superuser can SET passwordrules.allow_hashed."),
                        errhidestmt(true), errhidecontext(true)));
    ereport(LOG_SERVER_ONLY,
            (errmsg_internal("passwordrules: the new password of role \"%s\" came as a hash, and was not checked", role),
             errhidestmt(true), errhidecontext(true)));
}

/* The server's check_password_hook. */
static void check_password(const char *username, const char *shadow_pass, PasswordType password_type, Datum validuntil_time,
                           bool validuntil_null)
{
    if (next_check != NULL)
        next_check(username, shadow_pass, password_type, validuntil_time, validuntil_null);
    if (password_type != PASSWORD_TYPE_PLAINTEXT)
        check_hashed(username);
    /* For both '' and NULL, the server stores no password. */
    else if (shadow_pass[0] != '\0')
        check_plain(username, shadow_pass);
}

static bool has_password(const char *role)
{
    HeapTuple tuple = SearchSysCache1(AUTHNAME, CStringGetDatum(role));
    bool is_null = true;

    if (!HeapTupleIsValid(tuple))
        return false;
    SysCacheGetAttr(AUTHNAME, tuple, Anum_pg_authid_rolpassword, &is_null);
    ReleaseSysCache(tuple);
    return !is_null;
}

/*
 * The server has only a hash, so the password cannot be compared with the new name. The administrator should
 * know.
 */
static void warn_of_rename(const char *role)
{
    CommandCounterIncrement();
    if (has_password(role))
        ereport(WARNING, (errmsg("the password of role \"%s\" is not compared with its new name", role),
                          errhint("Set a new password, which will be."), errhidestmt(true), errhidecontext(true)));
}

#if PG_VERSION_NUM >= 140000
#define IF_TREES_ARE_SHARED(...) __VA_ARGS__
#else
#define IF_TREES_ARE_SHARED(...)
#endif

/* The server's ProcessUtility_hook. */
static void run_utility(PlannedStmt *planned, const char *query, IF_TREES_ARE_SHARED(bool is_shared, )
                        ProcessUtilityContext utility_context, ParamListInfo parameters, QueryEnvironment *environment,
                        DestReceiver *receiver, QueryCompletion *completion)
{
    const RenameStmt *rename = IsA(planned->utilityStmt, RenameStmt) ? (const RenameStmt *)planned->utilityStmt : NULL;
    char *role = rename != NULL && rename->renameType == OBJECT_ROLE ? pstrdup(rename->newname) : NULL;

    (next_utility != NULL ? next_utility : standard_ProcessUtility)(planned, query, IF_TREES_ARE_SHARED(is_shared, )
                                                                    utility_context, parameters, environment, receiver, completion);
    if (role != NULL)
        warn_of_rename(role);
}

/* ---- The module ---------------------------------------------------------------------------------------- */

extern EXPORTED const Pg_magic_struct *PG_MAGIC_FUNCTION_NAME(void);
extern EXPORTED void _PG_init(void);

PG_MODULE_MAGIC;

/*
 * Loads the policy in the server's first process, from which all others are forked and inherit its memory. The
 * server starts even if it cannot be loaded: then each change fails to load it too, and is refused.
 */
static const passwordrules_policy *load_for_all_sessions(void)
{
    struct lines lines = { 0 };
    struct account_change change = account_change_of(SERVICE, NULL);

    change.log = keep_line;
    change.log_data = &lines;
    const passwordrules_policy *policy = load_to_share(&change);
    write_log(&lines);
    return policy;
}

void _PG_init(void)
{
    DefineCustomBoolVariable(
        "passwordrules.allow_hashed", "Accepts new hashed passwords without a check.",
        "A hash cannot be checked. While this is off, it is refused, and psql's \\password and createuser -P do not work, "
        "because they send one: use ALTER ROLE ... PASSWORD over an encrypted connection. While it is on, what they send "
        "passes unchecked, however weak the password is.",
        &allow_hashed, false, PGC_SUSET, 0, NULL, NULL, NULL);
#if PG_VERSION_NUM >= 150000
    MarkGUCPrefixReserved("passwordrules");
#else
    EmitWarningsOnPlaceholders("passwordrules");
#endif
    /* Not in single-user mode, which forks nothing. */
    if (process_shared_preload_libraries_in_progress && IsPostmasterEnvironment)
        shared_policy = load_for_all_sessions();
    next_check = check_password_hook;
    check_password_hook = check_password;
    next_utility = ProcessUtility_hook;
    ProcessUtility_hook = run_utility;
}

#include "calls.h"

/*
 * Calls that fill in a struct: d diagnostics_get, o report_outcome, I policy_get_info with policy_is_current,
 * i blocklist_get_info, O policy_origin, s strength_get_info, t strength_piece, Y report_piece. The lowest bits of
 * FIRST choose the object, and its other bits choose the report. SECOND is the index, and THIRD chooses the size of the struct.
 */

static int fill(int call, const void *object, const passwordrules_report *report, size_t index, void *memory) {
    switch (call) {
    case 'd': return passwordrules_diagnostics_get(object, index, memory);
    case 'o': return passwordrules_report_outcome(object, index, memory);
    case 'I': return passwordrules_policy_get_info(object, memory);
    case 'O': return passwordrules_policy_origin(object, report, index, memory);
    case 's': return passwordrules_strength_get_info(object, memory);
    case 't': return passwordrules_strength_piece(object, index, memory);
    case 'Y': return passwordrules_report_piece(object, index, memory);
    default: return passwordrules_blocklist_get_info(object, memory);
    }
}

static void expect_policy_info(const struct state *state, const passwordrules_policy *policy,
                               const passwordrules_policy_info *info) {
    EXPECT(info->retry >= 1 && info->retry <= 100, "%u", info->retry);
    note(state, "retry", info->retry);
    /* Only whether the value is 0 is noted, because 1 or 2 depends on the machine's services. */
    note(state, "account unknown", info->account_unknown != 0);
    int is_current = passwordrules_policy_is_current(policy);
    EXPECT(is_current == 0 || is_current == 1, "%d", is_current);
    note(state, "is current", is_current);
}

static void expect_list_info(const struct state *state, const passwordrules_blocklist_info *info) {
    EXPECT(info->count >= 1 && info->match >= 1 && info->match <= 3, "%zu, %d", info->count, info->match);
    note(state, "list of", (long long)info->count);
}

static void expect_origin(const struct state *state, const passwordrules_origin *origin) {
    EXPECT((origin->source == NULL) == (origin->line == 0), "%zu", origin->line);
    EXPECT(origin->key != NULL || origin->source == NULL, "%zu", origin->line);
    EXPECT(origin->source == NULL || strlen(origin->source) < 4096, "%zu", origin->line);
    note(state, origin->key == NULL ? "no key" : origin->key, (long long)origin->line);
    note_text(state, "preset", origin->preset == NULL ? "" : origin->preset);
}

static size_t count_pieces(const passwordrules_strength *strength) {
    passwordrules_strength_info info = PASSWORDRULES_STRENGTH_INFO_INIT;
    return passwordrules_strength_get_info(strength, &info) == PASSWORDRULES_OK ? info.piece_count : 0;
}

static size_t count_weak_pieces(const passwordrules_report *report) {
    passwordrules_piece piece = PASSWORDRULES_PIECE_INIT;
    size_t count = 0;
    while (passwordrules_report_piece(report, count, &piece) == PASSWORDRULES_OK)
        count++;
    return count;
}

bool call_structs(struct state *state, const struct record *record) {
    const unsigned first = record->first;
    const void *object;
    const passwordrules_report *report = CHOSEN(state, reports, first >> 3);
    size_t size, count = 1, index = 0;
    bool is_right;
    switch (record->call) {
    case 'd':
        object = CHOSEN(state, diagnostics, first);
        size = sizeof(passwordrules_diagnostic);
        count = passwordrules_diagnostics_count(object);
        break;
    case 'o':
        object = CHOSEN(state, reports, first);
        size = sizeof(passwordrules_outcome);
        count = passwordrules_report_count(object);
        break;
    case 'I':
        object = CHOSEN(state, policies, first);
        size = sizeof(passwordrules_policy_info);
        EXPECT(passwordrules_policy_is_current(NULL) == 0, "no policy is current");
        break;
    case 'O':
        object = CHOSEN(state, policies, first);
        if (report == NULL)
            object = NULL;
        size = sizeof(passwordrules_origin);
        count = passwordrules_report_count(report);
        break;
    case 'i':
        object = CHOSEN(state, lists, first);
        size = sizeof(passwordrules_blocklist_info);
        break;
    case 's':
        object = CHOSEN(state, strengths, first);
        size = sizeof(passwordrules_strength_info);
        break;
    case 't':
        object = CHOSEN(state, strengths, first);
        size = sizeof(passwordrules_piece);
        count = count_pieces(object);
        break;
    case 'Y':
        object = CHOSEN(state, reports, first);
        size = sizeof(passwordrules_piece);
        count = count_weak_pieces(object);
        break;
    default: return false;
    }
    if (strchr("doOtY", record->call) != NULL)
        index = record->second == 63 ? SIZE_MAX : record->second;
    void *memory = struct_make(size, record->third, &is_right);
    int status = fill(record->call, object, report, index, memory);
    int wanted = !is_right        ? PASSWORDRULES_ESIZE
                 : object == NULL ? PASSWORDRULES_EINVAL
                 : index >= count ? PASSWORDRULES_ERANGE
                                  : PASSWORDRULES_OK;
    note(state, "struct", status);
    EXPECT(status == wanted, "%d, not %d", status, wanted);
    EXPECT(fill(record->call, object, report, index, NULL) == PASSWORDRULES_EINVAL, "no struct");
    if (status == PASSWORDRULES_OK && record->call == 'I')
        expect_policy_info(state, object, memory);
    if (status == PASSWORDRULES_OK && record->call == 'O')
        expect_origin(state, memory);
    if (status == PASSWORDRULES_OK && record->call == 'i')
        expect_list_info(state, memory);
    if (status == PASSWORDRULES_OK && strchr("tY", record->call) != NULL)
        expect_piece(state, memory, 0);
    free(memory);
    return true;
}

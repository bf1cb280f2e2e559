/* ABI tests: blocklists that turn out to be damaged while they are open, and ones that many threads share. */
#include "abi_blocklist.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* Writes one byte of the file at other_path, which keeps its length. */
static void write_byte(size_t offset, unsigned char byte)
{
    int descriptor = open(other_path, O_WRONLY);
    assert_true(descriptor >= 0);
    assert_int_equal(pwrite(descriptor, &byte, 1, (off_t)offset), 1);
    assert_int_equal(close(descriptor), 0);
}

/* ---- Damage ---- */

static void a_damaged_bucket_is_no_answer(void **state)
{
    (void)state;
    size_t dragon[2];
    size_t length = build_list(500, PASSWORDRULES_MATCH_EXACT, dragon);
    write_bytes(other_path, list, length);
    passwordrules_blocklist *blocklist = open_list_with(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
    assert_true(dragon[0] > LIST_HEADER && dragon[1] > dragon[0] && dragon[1] < length);
    for (size_t offset = dragon[0]; offset < dragon[1]; offset++) {
        write_byte(offset, list[offset] ^ 0x20);
        assert_lookup_fails(blocklist, "dragon", 6, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EBLOCKLIST);
        /* Another bucket. */
        assert_int_equal(look_up(blocklist, "tiger", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_EXACT);
        /* A list that is kept in memory has the damage that existed when it was opened. */
        passwordrules_blocklist *kept = open_list();
        write_byte(offset, list[offset]);
        assert_lookup_fails(kept, "dragon", 6, PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_EBLOCKLIST);
        assert_int_equal(look_up(kept, "tiger", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_EXACT);
        passwordrules_blocklist_free(kept);
    }
    assert_int_equal(look_up(blocklist, "dragon", PASSWORDRULES_MATCH_AS_BUILT), PASSWORDRULES_MATCH_EXACT);
    passwordrules_blocklist_free(blocklist);
}

/* Looks for "dragon" after each change of one bit of the index; returns how often that is refused. */
static size_t count_refusals(unsigned flags)
{
    size_t refusals = 0;
    passwordrules_blocklist *blocklist = open_list_with(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
    for (size_t offset = LIST_HEADER; offset < LIST_HEADER + 8 * 9; offset++)
        for (int bit = 0; bit < 8; bit++) {
            int found = 0;
            write_byte(offset, (unsigned char)(list[offset] ^ 1 << bit));
            passwordrules_blocklist *changed = flags == 0 ? open_list() : blocklist;
            int status = passwordrules_blocklist_lookup(changed, "dragon", 6, PASSWORDRULES_MATCH_AS_BUILT, &found);
            assert_int_equal(found, PASSWORDRULES_MATCH_EXACT);
            assert_true(status == PASSWORDRULES_OK || status == PASSWORDRULES_EBLOCKLIST);
            refusals += status != PASSWORDRULES_OK;
            if (changed != blocklist)
                passwordrules_blocklist_free(changed);
            write_byte(offset, list[offset]);
        }
    passwordrules_blocklist_free(blocklist);
    return refusals;
}

static void no_change_of_the_index_makes_a_listed_password_a_good_one(void **state)
{
    (void)state;
    write_bytes(other_path, list, build_list(500, PASSWORDRULES_MATCH_EXACT, NULL));
    /* One of the eight buckets counts: its start, its sum, and the start of the next one. */
    assert_int_equal(count_refusals(0), 8 * (5 + 3 + 5));
    assert_int_equal(count_refusals(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP), 8 * (5 + 3 + 5));
}

/* The file is not mapped, so truncating it does not end the program. */
static void a_list_that_is_cut_off_is_no_answer(void **state)
{
    (void)state;
    const size_t counts[] = {500, LONG_LIST};
    for (size_t size = 0; size < sizeof(counts) / sizeof(*counts); size++) {
        write_list(counts[size], PASSWORDRULES_MATCH_MANGLED);
        passwordrules_blocklist *blocklist = open_list_with(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
        const off_t sizes[] = {LIST_HEADER + 8, LIST_HEADER, 1, 0};
        for (size_t index = 0; index < sizeof(sizes) / sizeof(*sizes); index++) {
            assert_int_equal(truncate(other_path, sizes[index]), 0);
            for (int match = PASSWORDRULES_MATCH_AS_BUILT; match <= PASSWORDRULES_MATCH_MANGLED; match++) {
                assert_lookup_fails(blocklist, "dragon", 6, match, PASSWORDRULES_EBLOCKLIST);
                assert_lookup_fails(blocklist, "Lemon!", 6, match, PASSWORDRULES_EBLOCKLIST);
            }
        }
        /* The properties that are known stay known. */
        passwordrules_blocklist_info info = {.size = sizeof(info)};
        assert_int_equal(passwordrules_blocklist_get_info(blocklist, &info), PASSWORDRULES_OK);
        assert_int_equal(info.count, counts[size]);
        passwordrules_blocklist_free(blocklist);
    }
}

/* A short list is read whole, so every lookup fails without its last byte. */
static void a_list_that_lacks_its_last_byte_is_no_answer(void **state)
{
    (void)state;
    size_t length = build_list(500, PASSWORDRULES_MATCH_MANGLED, NULL);
    write_bytes(other_path, list, length);
    passwordrules_blocklist *blocklist = open_list_with(PASSWORDRULES_BLOCKLIST_ONE_LOOKUP), *kept = open_list();
    assert_int_equal(truncate(other_path, (off_t)length - 1), 0);
    const char *passwords[] = {"dragon", "tiger", "lemon", ""};
    for (size_t index = 0; index < 4; index++) {
        assert_lookup_fails(blocklist, passwords[index], strlen(passwords[index]), PASSWORDRULES_MATCH_EXACT,
                            PASSWORDRULES_EBLOCKLIST);
        assert_int_equal(look_up(kept, passwords[index], PASSWORDRULES_MATCH_EXACT), index < 2);
    }
    passwordrules_blocklist_free(kept);
    passwordrules_blocklist_free(blocklist);
}

/* ---- Threads ---- */

enum { THREAD_COUNT = 64, ROUND_COUNT = 20 };

/* What all threads share, and what one of them found. */
struct worker {
    const passwordrules_blocklist *blocklist;
    const passwordrules_policy *policy;
    int failures;
};

static int is_found(const struct worker *worker, const char *password, int match, int expected)
{
    int found = 12345;
    return passwordrules_blocklist_lookup(worker->blocklist, password, strlen(password), match, &found)
               == PASSWORDRULES_OK
           && found == expected;
}

static int is_accepted(const struct worker *worker, const char *password, int expected)
{
    passwordrules_context context = context_of(0, 0);
    passwordrules_report *report;
    if (passwordrules_policy_check(worker->policy, &context, password, strlen(password), &report) != PASSWORDRULES_OK)
        return 0;
    int accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return accepted == expected;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    for (int round = 0; round < ROUND_COUNT; round++) {
        passwordrules_blocklist_info info = {.size = sizeof(info)};
        worker->failures += !is_found(worker, "dragon", PASSWORDRULES_MATCH_AS_BUILT, PASSWORDRULES_MATCH_EXACT);
        worker->failures += !is_found(worker, "TIGER", PASSWORDRULES_MATCH_FOLDED, PASSWORDRULES_MATCH_FOLDED);
        worker->failures += !is_found(worker, "77Dr4gon!", PASSWORDRULES_MATCH_MANGLED, PASSWORDRULES_MATCH_MANGLED);
        worker->failures += !is_found(worker, "lemon", PASSWORDRULES_MATCH_MANGLED, 0);
        worker->failures += !is_accepted(worker, "77Dr4gon!", 0);
        worker->failures += !is_accepted(worker, "77Lem0n!", 1);
        worker->failures += passwordrules_blocklist_get_info(worker->blocklist, &info) != PASSWORDRULES_OK;
        worker->failures += info.count != 500;
    }
    return NULL;
}

static void many_threads_share_one_list(void **state)
{
    (void)state;
    for (unsigned flags = 0; flags <= 1; flags++) {
        write_list(500, PASSWORDRULES_MATCH_MANGLED);
        char setting[512] = "blocklist=";
        strcat(setting, other_path);
        const char *settings[] = {"rules=minlength: 4", setting};
        passwordrules_blocklist *blocklist = open_list_with(flags * PASSWORDRULES_BLOCKLIST_ONE_LOOKUP);
        passwordrules_policy *policy = STALE;
        assert_int_equal(passwordrules_policy_load(MISSING_PATH, settings, 2,
                                                   PASSWORDRULES_POLICY_OPTIONAL
                                                       | flags * PASSWORDRULES_POLICY_ONE_CHANGE,
                                                   &policy, NULL),
                         PASSWORDRULES_OK);
        int files = count_open_files();
        pthread_t threads[THREAD_COUNT];
        struct worker workers[THREAD_COUNT];
        for (size_t index = 0; index < THREAD_COUNT; index++) {
            workers[index] = (struct worker){.blocklist = blocklist, .policy = policy};
            assert_int_equal(pthread_create(&threads[index], NULL, work, &workers[index]), 0);
        }
        for (size_t index = 0; index < THREAD_COUNT; index++)
            assert_int_equal(pthread_join(threads[index], NULL), 0);
        for (size_t index = 0; index < THREAD_COUNT; index++)
            assert_int_equal(workers[index].failures, 0);
        assert_int_equal(count_open_files(), files);
        passwordrules_policy_free(policy);
        passwordrules_blocklist_free(blocklist);
    }
}

int run_blocklist_damage_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_damaged_bucket_is_no_answer, remove_files),
        cmocka_unit_test_teardown(no_change_of_the_index_makes_a_listed_password_a_good_one, remove_files),
        cmocka_unit_test_teardown(a_list_that_is_cut_off_is_no_answer, remove_files),
        cmocka_unit_test_teardown(a_list_that_lacks_its_last_byte_is_no_answer, remove_files),
        cmocka_unit_test_teardown(many_threads_share_one_list, remove_files),
    };
    return cmocka_run_group_tests_name("damaged blocklists", tests, make_folder, remove_folder);
}

/* The libFuzzer target `calls`: makes the calls of each input. */
#include "calls.h"

/* libFuzzer calls these functions. */
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct workspace workspace;
/* A planted fault that fuzzing must find. Only the environment selects it, never an input. */
static const char *self_test;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    self_test = getenv("PASSWORDRULES_FUZZ_SELF_TEST");
    workspace_open(&workspace, true);
    return 0;
}

static void run_self_test(void) {
    if (strcmp(self_test, "engine") == 0) {
        /* With a wrong length, the library reads a byte after the end of the memory. */
        char *text = malloc(16);
        memset(text, ' ', 16);
        passwordrules_rules *rules;
        int status = passwordrules_parse(text, 17, 0, &rules, NULL);
        EXPECT(status == PASSWORDRULES_OK, "%d", status);
        passwordrules_rules_free(rules);
        free(text);
    } else if (strcmp(self_test, "leak") == 0) {
        passwordrules_report *report;
        for (int i = 0; i < 64; i++)
            EXPECT(passwordrules_report_create(&report) == PASSWORDRULES_OK, "no memory");
    } else {
        EXPECT(strcmp(self_test, "expectation") != 0, "a self-test");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (self_test != NULL)
        run_self_test();
    else
        run_calls(&workspace, data, size);
    return 0;
}

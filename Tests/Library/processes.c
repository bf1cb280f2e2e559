/*
 * processes - checks a password in a child process, by a policy of its parent or by one of its own
 *
 * processes shared|own POLICY PASSWORD LIST
 *
 * Writes three numbers of the child: by how many kB its private memory has grown after three checks, and after the policy
 * was freed; and the number of its mappings that are of the file LIST. Exits with 0 if all checks accept the password, also
 * those of the parent afterwards.
 */
#include <passwordrules.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *open_or_abort(const char *path)
{
    FILE *file = fopen(path, "r");

    if (file == NULL)
        abort();
    return file;
}

/* The memory that this process shares with no other, in kB. */
static long private_kilobytes(void)
{
    FILE *file = open_or_abort("/proc/self/smaps_rollup");
    char line[256];
    long size = -1;

    while (fgets(line, sizeof line, file) != NULL)
        sscanf(line, "Private_Dirty: %ld kB", &size);
    fclose(file);
    return size;
}

static int mappings_of(const char *path)
{
    FILE *file = open_or_abort("/proc/self/maps");
    char line[4096];
    int count = 0;

    while (fgets(line, sizeof line, file) != NULL)
        count += strstr(line, path) != NULL;
    fclose(file);
    return count;
}

static passwordrules_policy *load(const char *path)
{
    passwordrules_policy *policy;

    if (passwordrules_policy_load(path, NULL, 0, PASSWORDRULES_POLICY_ALONE, &policy, NULL) != PASSWORDRULES_OK)
        abort();
    return policy;
}

static void check(const passwordrules_policy *policy, const char *password)
{
    passwordrules_context context = PASSWORDRULES_CONTEXT_INIT;
    passwordrules_policy *own;
    passwordrules_report *report;

    context.service = "test";
    context.user = "bob";
    if (!passwordrules_policy_is_current(policy) ||
        passwordrules_policy_for_service_account(policy, &context, &own, NULL) != PASSWORDRULES_OK ||
        passwordrules_policy_check(own, &context, password, strlen(password), &report) != PASSWORDRULES_OK ||
        !passwordrules_report_accepted(report))
        abort();
    passwordrules_report_free(report);
    passwordrules_policy_free(own);
}

static void run_child(passwordrules_policy *policy, const char *path, const char *list, const char *password)
{
    /* The first call reserves a buffer for reading. */
    private_kilobytes();
    const long before = private_kilobytes();

    if (policy == NULL)
        policy = load(path);
    for (int i = 0; i < 3; i++)
        check(policy, password);
    const int mappings = mappings_of(list);
    const long checked = private_kilobytes();
    passwordrules_policy_free(policy);
    printf("%ld %ld %d\n", checked - before, private_kilobytes() - before, mappings);
}

int main(int count, char **arguments)
{
    int status = 1;

    if (count != 5)
        return 2;
    passwordrules_policy *policy = strcmp(arguments[1], "shared") == 0 ? load(arguments[2]) : NULL;
    const pid_t child = fork();
    if (child == 0) {
        run_child(policy, arguments[2], arguments[4], arguments[3]);
        return 0;
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        return 1;
    if (policy != NULL)
        check(policy, arguments[3]);
    passwordrules_policy_free(policy);
    return 0;
}

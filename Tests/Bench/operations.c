#include "operations.h"

#define BATCH_NS 5e5
/* What is slow needs no more rounds than this after so many nanoseconds; of others, as many are compared with them. */
#define ENOUGH_NS 2e8
#define FEWEST_ROUNDS 3

struct timed {
    struct operation operation;
    long calls; /* in a batch */
    size_t done;
    double spent, *ns;
};

static struct timed list[1 << 14];
static size_t listed;

void add(struct operation operation)
{
    if (listed == COUNT(list))
        die("there is room for %zu operations only", COUNT(list));
    operation.count += operation.count == 0;
    list[listed++].operation = operation;
}

/* Nanoseconds of one call. */
static double time_calls(const struct operation *o, long calls)
{
    uint64_t start = now_ns();

    for (long i = 0; i < calls; i++)
        if (o->run(o) != o->expected)
            die("%s by %s with %s did not end as expected", o->action, o->subject, o->input);
    return (double)(now_ns() - start) / (double)calls;
}

/* How many calls last a batch. */
static long batch_size(const struct operation *o)
{
    for (long calls = 1;; calls *= 4) {
        double total = time_calls(o, calls) * (double)calls;
        if (total >= BATCH_NS / 10)
            return total >= BATCH_NS ? calls : (long)((double)calls * BATCH_NS / total) + 1;
    }
}

void measure(size_t rounds)
{
    for (struct timed *one = list; one < list + listed; one++) {
        one->ns = allocated(rounds * sizeof *one->ns);
        one->calls = batch_size(&one->operation);
    }
    for (size_t round = 0; round < rounds; round++)
        for (struct timed *one = list; one < list + listed; one++) {
            if (round >= FEWEST_ROUNDS && one->spent >= ENOUGH_NS)
                continue;
            double ns = time_calls(&one->operation, one->calls);
            one->spent += ns * (double)one->calls;
            one->ns[one->done++] = ns / (double)one->operation.count;
        }
    for (const struct timed *one = list; one < list + listed; one++) {
        printf("%s\t%s\t%s", one->operation.action, one->operation.subject, one->operation.input);
        for (size_t round = 0; round < one->done; round++)
            printf("\t%.2f", one->ns[round]);
        putchar('\n');
    }
}

void *allocated(size_t size)
{
    void *memory = calloc(1, size);

    if (memory == NULL)
        die("out of memory");
    return memory;
}

char *random_password(size_t length, unsigned seed)
{
    static const char set[] = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#%&*+=?@";
    char *password = allocated(length + 1);

    for (size_t i = 0; i < length; i++)
        do {
            seed = seed * 1103515245u + 12345u;
            password[i] = set[(seed >> 16) % (sizeof set - 1)];
        } while (i >= 2 && password[i] == password[i - 1] && password[i] == password[i - 2]);
    return password;
}

char *repeated(const char *word, size_t length)
{
    char *password = allocated(length + 1);

    for (size_t i = 0; i < length; i++)
        password[i] = word[i % strlen(word)];
    return password;
}

struct text *text_of(char *bytes)
{
    struct text *text = allocated(sizeof *text);

    *text = (struct text){ bytes, strlen(bytes) };
    return text;
}

int verdict(int status, passwordrules_report *report)
{
    if (status != PASSWORDRULES_OK)
        return -1;
    int is_accepted = passwordrules_report_accepted(report);
    passwordrules_report_free(report);
    return is_accepted;
}

/* ---- The peers -------------------------------------------------------------------------------------------- */

pwquality_settings_t *pwquality_settings(const char *const *options, size_t count, const char *dictionary)
{
    pwquality_settings_t *settings = pwquality_default_settings();

    for (size_t i = 0; i < count; i++)
        if (pwquality_set_option(settings, options[i]) != 0)
            die("libpwquality does not take %s", options[i]);
    if (dictionary == NULL ? pwquality_set_int_value(settings, PWQ_SETTING_DICT_CHECK, 0) != 0
                           : pwquality_set_str_value(settings, PWQ_SETTING_DICT_PATH, dictionary) != 0)
        die("libpwquality does not take its settings");
    return settings;
}

passwdqc_params_t *passwdqc_settings(const char *const *options, int count)
{
    passwdqc_params_t *params = allocated(sizeof *params);
    char *reason = NULL;

    passwdqc_params_reset(params);
    if (passwdqc_params_parse(params, &reason, count, options) != 0)
        die("libpasswdqc: %s", reason);
    return params;
}

int check_with_pwquality(const struct operation *o)
{
    const char *user = o->old_password == NULL ? NULL : USER;

    return pwquality_check((void *)(uintptr_t)o->settings, o->texts->bytes, o->old_password, user, NULL) >= 0;
}

int check_with_passwdqc(const struct operation *o)
{
    static const struct passwd account = { .pw_name = (char *)USER, .pw_passwd = (char *)"", .pw_dir = (char *)HOME,
                                           .pw_gecos = (char *)FULL_NAME, .pw_shell = (char *)"/bin/sh" };
    const passwdqc_params_t *params = o->settings;

    return passwdqc_check(&params->qc, o->texts->bytes, o->old_password, o->old_password == NULL ? NULL : &account) == NULL;
}

/*
 * crowd - many password changes at once, in threads of one process, each with a transaction of its own
 *
 * crowd CONFDIR SERVICE THREADS TIMES. Thread N plays user "userN", who first types a password of N characters and is told
 * how many are missing of 100, then one that is good, twice. It prints, a line each, what anybody was told or what was
 * logged for anybody that was meant for somebody else; then "done" and how many transactions succeeded.
 */
#define _GNU_SOURCE
#include "vsyslog.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <security/pam_appl.h>

struct person {
    int number, prompts, told, logged, successes;
    char name[16];
};

enum { GOOD_LENGTH = 100, MAX_THREADS = 90 };

static const char *confdir, *service;
static int times;
static _Thread_local struct person *self;

void vsyslog(int priority, const char *format, va_list arguments)
{
    char line[2048], expected[64];

    (void)priority;
    vsnprintf(line, sizeof line, format, arguments);
    snprintf(expected, sizeof expected, "new password for user %s refused: minlength", self->name);
    if (strstr(line, expected) == NULL)
        printf("%s has logged: %s\n", self->name, line);
    self->logged++;
}

static char *password_of(const struct person *person, size_t length)
{
    char *text = calloc(length + 1, 1);

    for (size_t i = 0; text != NULL && i < length; i++)
        text[i] = (char)('b' + ((size_t)person->number * 7 + i * 5) % 25);
    return text;
}

static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *data)
{
    struct person *person = data;
    char expected[80];

    *responses = calloc((size_t)count, sizeof **responses);
    if (*responses == NULL)
        return PAM_BUF_ERR;
    if (messages[0]->msg_style == PAM_PROMPT_ECHO_OFF) {
        int is_first = person->prompts++ % 3 == 0;
        (*responses)[0].resp = password_of(person, is_first ? (size_t)person->number : GOOD_LENGTH);
    } else if (strncmp(messages[0]->msg, "  - ", 4) == 0) {
        snprintf(expected, sizeof expected, "  - %d more characters needed (%d of %d)", GOOD_LENGTH - person->number,
                 person->number, GOOD_LENGTH);
        if (strcmp(messages[0]->msg, expected) != 0)
            printf("%s is told: %s\n", person->name, messages[0]->msg);
        person->told++;
    }
    return PAM_SUCCESS;
}

static void *change(void *data)
{
    struct person *person = data;
    struct pam_conv conversation = { converse, person };
    pam_handle_t *pamh;

    self = person;
    for (int i = 0; i < times; i++) {
        if (pam_start_confdir(service, person->name, &conversation, confdir, &pamh) != PAM_SUCCESS)
            return NULL;
        int status = pam_chauthtok(pamh, 0);
        person->successes += status == PAM_SUCCESS;
        pam_end(pamh, status);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    static struct person people[MAX_THREADS];
    static pthread_t threads[MAX_THREADS];
    int count, successes = 0, told = 0, logged = 0;

    if (argc != 5 || (count = atoi(argv[3])) > MAX_THREADS)
        return 2;
    confdir = argv[1];
    service = argv[2];
    times = atoi(argv[4]);
    for (int i = 0; i < count; i++) {
        people[i].number = i + 1;
        snprintf(people[i].name, sizeof people[i].name, "user%d", i + 1);
        if (pthread_create(&threads[i], NULL, change, &people[i]) != 0)
            return 2;
    }
    for (int i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        successes += people[i].successes;
        told += people[i].told;
        logged += people[i].logged;
    }
    printf("done %d %d %d\n", successes, told, logged);
    return 0;
}

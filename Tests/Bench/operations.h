/* What callbench can measure, by our library and by the peers'. */
#ifndef BENCH_OPERATIONS_H
#define BENCH_OPERATIONS_H

#include "bench.h"

/* What the peers do by default with the name and the old password is done with those of this user. */
#define USER "margarethe"
#define FULL_NAME "Margarethe Oberhuber,Room 12,555-0100"
#define HOME "/home/margarethe"

/* One thing to measure: a line that callbench has read. */
struct operation {
    const char *action, *subject, *input; /* what is done, by whom, with what */
    const struct function *function;
    int expected;                         /* what the function must return each time */
    size_t count;                         /* what the time of a call is divided by */
    const char **arguments;               /* of the function; NULL at their end, and at least three */
    size_t length;                        /* of the second argument */
    void *settings;                       /* what was prepared */
};

struct function {
    const char *name;
    void *(*prepare)(const struct operation *o); /* makes the settings; NULL: there are none */
    int (*run)(const struct operation *o);       /* 1 or 0: accepted or not, done or not; or how many bytes */
};

/* Ends with one without a name. */
extern const struct function FUNCTIONS_OF_OURS[], FUNCTIONS_OF_PEERS[];

/* Memory that is never freed. */
void *allocated(size_t size);
/* The second argument; if it is empty, another password at each call, of 16 characters, that no list holds. */
const char *password_of(const struct operation *o);

#endif

/* What the programs that measure time share: passwords that are read, turns in an order by chance, and times that are written. */
#ifndef ORDER_H
#define ORDER_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_PASSWORDS 1000

static char *passwords[MOST_PASSWORDS];
static size_t password_count, order[MOST_PASSWORDS];
static uint64_t *taken; /* of each password, of each round */

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint32_t next_random(void)
{
    static uint64_t state = 0x9E3779B97F4A7C15;
    state = state * 6364136223846793005 + 1442695040888963407;
    return (uint32_t)(state >> 33);
}

/* Fisher and Yates. */
static void shuffle(void)
{
    for (size_t i = password_count; i > 1; i--) {
        size_t other = next_random() % i, kept = order[i - 1];
        order[i - 1] = order[other];
        order[other] = kept;
    }
}

static int read_passwords(size_t rounds)
{
    char line[8192];

    while (password_count < MOST_PASSWORDS && fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        order[password_count] = password_count;
        if ((passwords[password_count++] = strdup(line)) == NULL)
            return 0;
    }
    return (taken = calloc(password_count * rounds + 1, sizeof *taken)) != NULL;
}

static void write_times(size_t rounds)
{
    for (size_t i = 0; i < password_count; i++) {
        for (size_t round = 0; round < rounds; round++)
            printf("%s%llu", round > 0 ? " " : "", (unsigned long long)taken[i * rounds + round]);
        putchar('\n');
        free(passwords[i]);
    }
    free(taken);
}

#endif

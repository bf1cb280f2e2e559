/*
 * entry.h - the members of slapd's structs that the module needs
 *
 * Debian has no package with slapd's headers. These are the first members of its structs, which are the same
 * in OpenLDAP 2.5 and 2.6; the tests run both.
 */
#ifndef PASSWORDRULES_SLAPD_ENTRY_H
#define PASSWORDRULES_SLAPD_ENTRY_H

#include <assert.h>
#include <stddef.h>

enum { LDAP_SUCCESS = 0, LDAP_CONSTRAINT_VIOLATION = 0x13 };

/* A text with its length, followed by a NUL. */
struct berval {
    unsigned long length;
    char *text; /* NULL ends an array */
};

/* Sizes that tell a 2.5 char * from a 2.6 berval. */
static_assert(sizeof(size_t) == sizeof(unsigned long) && sizeof(size_t) == sizeof(char *), "pointers as long as lengths");

struct attribute_description {
    struct attribute_description *next;
    void *type;
    struct berval canonical_name; /* with its options */
};

struct attribute {
    struct attribute_description *description;
    struct berval *values; /* as they were written */
    struct berval *normalized_values;
    unsigned count;
    unsigned flags;
    struct attribute *next;
};

struct entry {
    unsigned long id;
    struct berval name; /* the DN */
    struct berval normalized_name;
    struct attribute *attributes;
};

#endif

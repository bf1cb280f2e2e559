/* The static data of a library, for plants.c. */
#include "vault.h"

extern char planted_data[VAULT_TEXT];
char planted_data[VAULT_TEXT];

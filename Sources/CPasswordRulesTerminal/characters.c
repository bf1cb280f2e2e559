#define _GNU_SOURCE
#include "CPasswordRulesTerminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

/* The environment's locale for characters, found as setlocale(3) does. */
static const char *locale_name(void)
{
    static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        const char *value = getenv(names[index]);
        if (value != NULL && *value != '\0')
            return value;
    }
    return "C";
}

int passwordrules_terminal_use_locale(void)
{
    if (setlocale(LC_CTYPE, "") == NULL) {
        /*
         * This machine may lack the locale that the environment names, often over ssh. Its name still has the
         * charset.
         */
        const char *charset = strchr(locale_name(), '.');
        if (charset == NULL || (strncasecmp(charset, ".utf-8", 6) != 0 && strncasecmp(charset, ".utf8", 5) != 0))
            return 0;
        if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
            return 0;
    }
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int passwordrules_terminal_width(uint32_t scalar)
{
    return wcwidth((wchar_t)scalar);
}

/*
 * Finds the catalogue for the calling program's locale. The makefile sets LOCALEDIR, the folder of
 * catalogues.
 */
#define _GNU_SOURCE
#include "language.h"

#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>

#ifndef LOCALEDIR
#define LOCALEDIR "/usr/share/locale"
#endif

/* Translates a message of the library. */
static void translate(void *data, const char *one, const char *many, unsigned long count, const char **translated)
{
    (void)data;
    *translated = many != NULL ? dngettext(LANGUAGE_DOMAIN, one, many, count) : dgettext(LANGUAGE_DOMAIN, one);
}

static const passwordrules_language catalogue = PASSWORDRULES_LANGUAGE_INIT(translate, NULL);

const passwordrules_language *find_language(void)
{
    const char *locale = nl_langinfo(NL_LOCALE_NAME(LC_MESSAGES));

    /* Also the name of the locale "POSIX". */
    if (strcmp(locale, "C") == 0)
        return NULL;
    bindtextdomain(LANGUAGE_DOMAIN, LOCALEDIR);
    /*
     * Otherwise OUTPUT_CHARSET would override the locale's charset, even in setuid programs, and texts in
     * UTF-7 or UTF-16 do not end in a NUL.
     */
    bind_textdomain_codeset(LANGUAGE_DOMAIN, nl_langinfo(CODESET));
    return &catalogue;
}

const char *translated_message(const passwordrules_language *language, const char *message)
{
    return language != NULL ? dgettext(LANGUAGE_DOMAIN, message) : message;
}

#ifndef PLUGIN_H
#define PLUGIN_H

/* 0 if two cycles found the same. */
int run_cycle(const char *list);

#endif

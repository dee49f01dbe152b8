#ifndef FILTER_H
#define FILTER_H
#include <linux/filter.h>

// The filter of system calls, and how many instructions it has.
const struct sock_filter *callFilter(unsigned short *count);

#endif

#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether the allocations of this process can be counted: only with the C library of GNU.
bool allocations_are_countable(void);

/// Counts the allocations of every thread from now on, beginning at zero.
void allocations_start(void);

/// Stops counting, and tells how many there were.
int64_t allocations_stop(void);

#endif

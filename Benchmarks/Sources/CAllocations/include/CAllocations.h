#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// Whether the allocations of this process can be counted: only with glibc.
bool allocations_are_countable(void);

/// Starts counting the allocations of all threads, from zero.
void allocations_start(void);

/// Stops counting and returns the number of allocations.
int64_t allocations_stop(void);

#endif

#include <stddef.h>
#include <stdint.h>
// Counters of the edges of the core, one for each place that the compiler counts.
size_t vigia_edges(void);
void vigia_forget_edges(void);
uint64_t vigia_edge(size_t number);

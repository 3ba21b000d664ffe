/// Makes the entry points: one macro of the processor for each name.
#include "causeway/preload/exports/entry_points.hpp"

#if defined(__x86_64__)
#include "causeway/preload/exports/x86_64.hpp"
#elif defined(__aarch64__)
#include "causeway/preload/exports/aarch64.hpp"
#else
#error "libcauseway.so has no entry points for this processor: write them beside x86_64.hpp"
#endif

#define CAUSEWAY_TEXT_OF(text) #text
#define CAUSEWAY_NAME(index, name) CAUSEWAY_ENTRY_POINT(CAUSEWAY_TEXT_OF(index), CAUSEWAY_TEXT_OF(name))

// clang-format off
asm(".section .data.rel.local,\"aw\"\n"
    "  .balign 8\n"
    "  .globl causeway_targets\n"
    "  .hidden causeway_targets\n"
    "  .type causeway_targets, %object\n"
    "causeway_targets:\n"
    ".text\n");
// clang-format on

CAUSEWAY_FIND_TARGET

#include <names.def>

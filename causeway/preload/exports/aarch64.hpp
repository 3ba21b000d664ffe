/// Entry points for 64-bit ARM (AAPCS64): arguments are in x0 to x8 and q0 to q7; x16 and x17 are for code like this.
#pragma once

/// What an entry point without a target goes to, with its index in x17: keeps the arguments while the target is looked for.
#define CAUSEWAY_FIND_TARGET                                                                                    \
    asm(".balign 16\n"                                                                                          \
        "causeway_keep_arguments:\n"                                                                            \
        "  .cfi_startproc\n"                                                                                    \
        "  stp x29, x30, [sp, #-224]!\n"                                                                        \
        "  .cfi_adjust_cfa_offset 224\n  .cfi_rel_offset x29, 0\n  .cfi_rel_offset x30, 8\n"                    \
        "  mov x29, sp\n"                                                                                       \
        "  stp x0, x1, [sp, #16]\n  stp x2, x3, [sp, #32]\n  stp x4, x5, [sp, #48]\n  stp x6, x7, [sp, #64]\n"  \
        "  str x8, [sp, #80]\n"                                                                                 \
        "  stp q0, q1, [sp, #96]\n  stp q2, q3, [sp, #128]\n"                                                   \
        "  stp q4, q5, [sp, #160]\n  stp q6, q7, [sp, #192]\n"                                                  \
        "  mov x0, x17\n"                                                                                       \
        "  mov x1, x30\n"                                                                                       \
        "  bl causeway_find_target\n"                                                                           \
        "  mov x16, x0\n"                                                                                       \
        "  ldp x0, x1, [sp, #16]\n  ldp x2, x3, [sp, #32]\n  ldp x4, x5, [sp, #48]\n  ldp x6, x7, [sp, #64]\n"  \
        "  ldr x8, [sp, #80]\n"                                                                                 \
        "  ldp q0, q1, [sp, #96]\n  ldp q2, q3, [sp, #128]\n"                                                   \
        "  ldp q4, q5, [sp, #160]\n  ldp q6, q7, [sp, #192]\n"                                                  \
        "  ldp x29, x30, [sp], #224\n"                                                                          \
        "  .cfi_restore x29\n  .cfi_restore x30\n  .cfi_adjust_cfa_offset -224\n"                               \
        "  br x16\n"                                                                                            \
        "  .cfi_endproc\n");

#define CAUSEWAY_ENTRY_POINT(index, name)                                                        \
    asm(".balign 16\n"                                                                           \
        "  .globl " name "\n  .type " name ", %function\n" name                                  \
        ":\n"                                                                                    \
        "  .cfi_startproc\n"                                                                     \
        "  hint #34\n"                                                                           \
        "  adrp x16, causeway_targets+8*" index "\n"                                             \
        "  ldr x16, [x16, #:lo12:causeway_targets+8*" index "]\n"                                \
        "  br x16\n"                                                                             \
        "1:\n"                                                                                   \
        "  hint #34\n"                                                                           \
        "  mov x17, #" index "\n"                                                                \
        "  b causeway_keep_arguments\n"                                                          \
        "  .cfi_endproc\n"                                                                       \
        "  .size " name ", .-" name "\n"                                                         \
        "  .pushsection .data.rel.local,\"aw\"\n  .quad 1b\n  .popsection\n");

/// Entry points for x86-64 (System V ABI): arguments are in six integer and eight vector registers, the number of the
/// latter in al where a function takes any number of them.
#pragma once

/// What an entry point without a target goes to, with its index on the stack: keeps the arguments while the target is
/// looked for.
#define CAUSEWAY_FIND_TARGET                                                                              \
    asm(".balign 16\n"                                                                                    \
        "causeway_keep_arguments:\n"                                                                      \
        "  .cfi_startproc\n"                                                                              \
        "  .cfi_def_cfa_offset 16\n"                                                                      \
        "  pushq %rax\n  pushq %rdi\n  pushq %rsi\n  pushq %rdx\n"                                        \
        "  pushq %rcx\n  pushq %r8\n  pushq %r9\n  pushq %r10\n"                                          \
        "  subq $128, %rsp\n"                                                                             \
        "  .cfi_adjust_cfa_offset 192\n"                                                                  \
        "  movups %xmm0, (%rsp)\n  movups %xmm1, 16(%rsp)\n  movups %xmm2, 32(%rsp)\n"                    \
        "  movups %xmm3, 48(%rsp)\n  movups %xmm4, 64(%rsp)\n  movups %xmm5, 80(%rsp)\n"                  \
        "  movups %xmm6, 96(%rsp)\n  movups %xmm7, 112(%rsp)\n"                                           \
        "  movq 192(%rsp), %rdi\n"                                                                        \
        "  movq 200(%rsp), %rsi\n"                                                                        \
        "  call causeway_find_target\n"                                                                   \
        "  movq %rax, %r11\n"                                                                             \
        "  movups (%rsp), %xmm0\n  movups 16(%rsp), %xmm1\n  movups 32(%rsp), %xmm2\n"                    \
        "  movups 48(%rsp), %xmm3\n  movups 64(%rsp), %xmm4\n  movups 80(%rsp), %xmm5\n"                  \
        "  movups 96(%rsp), %xmm6\n  movups 112(%rsp), %xmm7\n"                                           \
        "  addq $128, %rsp\n"                                                                             \
        "  .cfi_adjust_cfa_offset -128\n"                                                                 \
        "  popq %r10\n  popq %r9\n  popq %r8\n  popq %rcx\n"                                              \
        "  popq %rdx\n  popq %rsi\n  popq %rdi\n  popq %rax\n"                                            \
        "  addq $8, %rsp\n"                                                                               \
        "  .cfi_adjust_cfa_offset -72\n"                                                                  \
        "  jmp *%r11\n"                                                                                   \
        "  .cfi_endproc\n");

#define CAUSEWAY_ENTRY_POINT(index, name)                                                                   \
    asm(".balign 16\n"                                                                                      \
        "  .globl " name "\n  .type " name ", @function\n" name                                             \
        ":\n"                                                                                               \
        "  .cfi_startproc\n"                                                                                \
        "  endbr64\n"                                                                                       \
        "  jmp *causeway_targets+8*" index "(%rip)\n"                                                       \
        "1:\n"                                                                                              \
        "  endbr64\n"                                                                                       \
        "  pushq $" index "\n"                                                                              \
        "  .cfi_adjust_cfa_offset 8\n"                                                                      \
        "  jmp causeway_keep_arguments\n"                                                                   \
        "  .cfi_endproc\n"                                                                                  \
        "  .size " name ", .-" name "\n"                                                                    \
        "  .pushsection .data.rel.local,\"aw\"\n  .quad 1b\n  .popsection\n");

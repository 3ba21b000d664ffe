/* Stands for a GPU runtime. What is its device memory, an MPI library knows that is made for it
   (pretend_gpu_aware_mpi.c); beside another only its presence counts. */
#include <stdint.h>

int pretend_is_device_memory(const void* address) __attribute__((weak));

int cuPointerGetAttribute(void* data, int attribute, unsigned long long pointer);
int cuPointerGetAttribute(void* data, int attribute, unsigned long long pointer) {
    const int memory_type = 2;    /* CU_POINTER_ATTRIBUTE_MEMORY_TYPE */
    const unsigned on_device = 2; /* CU_MEMORYTYPE_DEVICE */
    if (attribute != memory_type || !pretend_is_device_memory ||
        !pretend_is_device_memory((const void*)(uintptr_t)pointer)) {
        return 1;
    }
    *(unsigned*)data = on_device;
    return 0;
}

/* Stands for a GPU runtime: only its presence counts. */
int cuPointerGetAttribute(void* data, int attribute, unsigned long long pointer);
int cuPointerGetAttribute(void* data, int attribute, unsigned long long pointer) {
    (void)data;
    (void)attribute;
    (void)pointer;
    return 1;
}

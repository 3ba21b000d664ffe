/// Memory of accelerators, which the host's instructions do not reach: only what made it, and an MPI library that knows
/// of it, can move it.
#pragma once

namespace causeway::job {

/// Whether the runtime of an accelerator is in this process, however and whenever it was loaded. Local, some 15 ns
/// while nothing is loaded or unloaded.
[[nodiscard]] bool has_gpu_runtime() noexcept;

/// Whether the host had better not touch what is at that address: a runtime says that it made it, or cannot be asked.
/// Local; as cheap as above where there is no runtime.
[[nodiscard]] bool may_be_device_memory(const void* address) noexcept;

}  // namespace causeway::job

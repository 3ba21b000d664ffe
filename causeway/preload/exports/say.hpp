/// What is said before the job has begun.
#pragma once

#include <string>

namespace causeway::preload {

/// A line on standard error, of one rank of a job; none with CAUSEWAY_DISABLE=1 in the environment.
void say_unless_disabled(const std::string& text);

/// Ends the process as the dynamic linker does where a function is not there.
[[noreturn]] void fail(const std::string& text);

}  // namespace causeway::preload

/// One process at a time.
#pragma once

#include "causeway/base/descriptor.hpp"
#include "causeway/base/units.hpp"

#include <string>

namespace causeway::base {

/// A lock among processes, and machines that share the file system, for as long as this lives: whoever is killed holds
/// it no longer.
class FileLock {
public:
    /// Locks the file at `path`, an empty one made for that if there is none, which is left there. Waits for another
    /// holder up to `patience`. Does without where the file system has no locks. Throws Error when it cannot be had.
    FileLock(const std::string& path, Seconds patience);

private:
    Descriptor descriptor_;
};

}  // namespace causeway::base

#include "causeway/base/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace causeway::base {

namespace {

std::string message(const InputError::Fault& fault) {
    const std::string where = fault.place.empty() ? fault.source : fmt::format("{}: {}", fault.source, fault.place);
    return fmt::format("{}: found {}; accepted: {}", where, fault.found, fault.accepted);
}

}  // namespace

InputError::InputError(Fault fault) : Error(message(fault)), fault_(std::move(fault)) {}

std::string joined(std::span<const std::string> words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace causeway::base

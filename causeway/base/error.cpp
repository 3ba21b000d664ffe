#include "causeway/base/error.hpp"

#include "causeway/base/one_line.hpp"

#include <fmt/format.h>

#include <utility>

namespace causeway::base {

namespace {

/// One line, whatever stands in the file: it quotes from there.
std::string message(const InputError::Fault& fault) {
    constexpr std::size_t kLongest = 500;
    constexpr std::size_t kLongestList = 2000;  // all words that are accepted in a place
    const std::string source = one_line(fault.source, kLongest);
    const std::string where =
        fault.place.empty() ? source : fmt::format("{}: {}", source, one_line(fault.place, kLongest));
    return fmt::format("{}: found {}; accepted: {}", where, one_line(fault.found, kLongest),
                       one_line(fault.accepted, kLongestList));
}

}  // namespace

InputError::InputError(Fault fault) : Error(message(fault)), fault_(std::move(fault)) {}

std::string joined(std::span<const std::string> words) {
    return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace causeway::base

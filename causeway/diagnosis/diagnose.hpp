/// All checks over all hosts, and what they found, each thing once.
#pragma once

#include "causeway/diagnosis/check/check.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::diagnosis {

struct Diagnosis {
    struct Found {
        std::string_view check;
        Finding finding;                 ///< its fact is the first host's
        std::vector<std::string> hosts;  ///< that it holds for
    };
    struct NotChecked {
        std::string_view check;
        std::string why;
        std::vector<std::string> hosts;
    };

    std::vector<Found> findings;            ///< problems first, then in the order of the checks
    std::vector<std::string_view> checked;  ///< that looked at all they look at, on some host at least
    std::vector<NotChecked> not_checked;    ///< what could not be looked at
    std::size_t num_hosts = 0;

    [[nodiscard]] std::size_t number_of(Severity severity) const;
    /// "3 things keep jobs here from being fast, 1 more may".
    [[nodiscard]] std::string conclusion() const;
};

/// Pure: the same facts give the same diagnosis.
[[nodiscard]] Diagnosis diagnose(const Job& job);

}  // namespace causeway::diagnosis

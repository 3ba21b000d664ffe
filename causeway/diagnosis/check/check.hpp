/// The family of checks: each looks at the facts of a host, or of all hosts of a job, for one thing that keeps jobs
/// from being fast.
///
/// To add one: write check/NAME.cpp with `extern constexpr Check NAME{...}` and a line in check/checks.def.
#pragma once

#include "causeway/base/registry.hpp"
#include "causeway/diagnosis/facts.hpp"
#include "causeway/platform/platform.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::diagnosis {

enum class Severity {
    kProblem,  ///< what was read or measured shows that it keeps jobs from being fast, or from running at all
    kHint,     ///< it may: that depends on what is not known here
};

/// "problem", "hint".
[[nodiscard]] std::string_view name_of(Severity severity);

struct Finding {
    Severity severity = Severity::kHint;
    /// What it is, without figures of one host: findings with the same remedy are told once for several hosts.
    std::string what;
    std::string fact;    ///< what was read or measured, and what would be right
    std::string remedy;  ///< a command, or what else to do
};

/// What a check says of a host.
struct Look {
    std::vector<Finding> findings = {};
    std::optional<std::string> not_checked = {};  ///< why it could not look, or not at everything
};

/// What there is to judge. Without a job it has the one host.
struct Job {
    std::vector<Facts> hosts;  ///< never empty
    std::optional<platform::Platform> platform;
};

struct Check {
    std::string_view name;
    std::string_view summary;  ///< what it looks at
    std::string_view source;   ///< why that matters: a kernel document, an RFC, a manual

    /// `host` is one of the job's.
    Look (*at_host)(const Facts& host, const Job& job) = nullptr;

    /// What several hosts have to do with each other, with the hosts it is about; null for a check of single hosts.
    struct AcrossHosts {
        Finding finding;
        std::vector<std::string> hosts;
    };
    std::vector<AcrossHosts> (*across)(const Job& job) = nullptr;
};

[[nodiscard]] const base::Registry<Check>& checks();

}  // namespace causeway::diagnosis

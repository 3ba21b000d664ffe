#include "causeway/diagnosis/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::diagnosis {

namespace {

void add_finding(std::vector<Diagnosis::Found>& found, std::string_view check, Finding finding,
                 const std::vector<std::string>& hosts) {
    const auto same = std::find_if(found.begin(), found.end(), [&](const Diagnosis::Found& one) {
        return one.check == check && one.finding.severity == finding.severity && one.finding.what == finding.what &&
               one.finding.remedy == finding.remedy;
    });
    if (same == found.end()) {
        found.push_back({check, std::move(finding), hosts});
    } else {
        same->hosts.insert(same->hosts.end(), hosts.begin(), hosts.end());
    }
}

void add_gap(std::vector<Diagnosis::NotChecked>& gaps, std::string_view check, const std::string& why,
             const std::string& host) {
    const auto same = std::find_if(gaps.begin(), gaps.end(), [&](const Diagnosis::NotChecked& one) {
        return one.check == check && one.why == why;
    });
    if (same == gaps.end()) {
        gaps.push_back({check, why, {host}});
    } else {
        same->hosts.push_back(host);
    }
}

}  // namespace

std::size_t Diagnosis::number_of(Severity severity) const {
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                  [&](const Found& one) { return one.finding.severity == severity; }));
}

std::string Diagnosis::conclusion() const {
    const std::size_t problems = number_of(Severity::kProblem);
    const std::size_t hints = number_of(Severity::kHint);
    std::string text = problems == 0   ? "nothing found that keeps jobs here from being fast"
                       : problems == 1 ? "1 thing keeps jobs here from being fast"
                                       : fmt::format("{} things keep jobs here from being fast", problems);
    if (hints > 0) {
        text += problems == 0 ? fmt::format("; {} {} may", hints, hints == 1 ? "thing" : "things")
                              : fmt::format("; {} more may", hints);
    }
    return text;
}

Diagnosis diagnose(const Job& job) {
    Diagnosis diagnosis;
    diagnosis.num_hosts = job.hosts.size();
    for (const Check* check : checks().members()) {
        std::size_t looked = 0;
        for (const Facts& host : job.hosts) {
            Look look = check->at_host(host, job);
            for (Finding& finding : look.findings) {
                add_finding(diagnosis.findings, check->name, std::move(finding), {host.host});
            }
            if (look.not_checked) {
                add_gap(diagnosis.not_checked, check->name, *look.not_checked, host.host);
            } else {
                ++looked;
            }
        }
        if (check->across != nullptr) {
            for (const Check::AcrossHosts& across : check->across(job)) {
                add_finding(diagnosis.findings, check->name, across.finding, across.hosts);
            }
        }
        if (looked > 0) {
            diagnosis.checked.push_back(check->name);
        }
    }
    std::stable_partition(diagnosis.findings.begin(), diagnosis.findings.end(),
                          [](const Diagnosis::Found& one) { return one.finding.severity == Severity::kProblem; });
    return diagnosis;
}

}  // namespace causeway::diagnosis

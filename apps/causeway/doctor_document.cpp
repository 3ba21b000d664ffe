#include "doctor_document.hpp"

#include "causeway/base/json_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

using diagnosis::Diagnosis;

/// "on 12 of 16 hosts", with the first of them where they are not all.
std::string hosts_text(const std::vector<std::string>& hosts, std::size_t num_hosts) {
    if (num_hosts == 1) {
        return "on " + hosts.front();
    }
    if (hosts.size() == num_hosts) {
        return fmt::format("on all {} hosts", num_hosts);
    }
    constexpr std::size_t kShown = 4;
    const std::vector<std::string> shown(hosts.begin(),
                                         hosts.begin() + static_cast<std::ptrdiff_t>(std::min(kShown, hosts.size())));
    return fmt::format("on {} of {} hosts: {}{}", hosts.size(), num_hosts, fmt::join(shown, " "),
                       hosts.size() > kShown ? " ..." : "");
}

void write_text(report::Document& document, const Diagnosis& diagnosis) {
    for (const Diagnosis::Found& found : diagnosis.findings) {
        document.notes.push_back(fmt::format("{}: {} ({}, {})", diagnosis::name_of(found.finding.severity),
                                             found.finding.what, found.check,
                                             hosts_text(found.hosts, diagnosis.num_hosts)));
        document.notes.push_back("   fact    " + found.finding.fact);
        document.notes.push_back("   remedy  " + found.finding.remedy);
    }
    if (!diagnosis.findings.empty()) {
        document.notes.emplace_back();
    }
    document.notes.push_back(fmt::format("checked: {}", fmt::join(diagnosis.checked, ", ")));
    for (const Diagnosis::NotChecked& gap : diagnosis.not_checked) {
        document.notes.push_back(fmt::format(
            "not checked: {}{}: {}", gap.check,
            gap.hosts.size() == diagnosis.num_hosts ? "" : ", " + hosts_text(gap.hosts, diagnosis.num_hosts), gap.why));
    }
}

void write_table(report::Document& document, const Diagnosis& diagnosis) {
    document.table.columns = {"check", "severity", "hosts", "what", "fact", "remedy"};
    const auto add_row = [&](std::string_view check, std::string_view severity, const std::string& hosts,
                             const std::string& what, const std::string& fact, const std::string& remedy) {
        document.table.rows.push_back({report::cell(check), report::cell(severity), report::cell(hosts),
                                       report::cell(what), report::cell(fact), report::cell(remedy)});
    };
    for (const Diagnosis::Found& found : diagnosis.findings) {
        add_row(found.check, diagnosis::name_of(found.finding.severity), fmt::format("{}", fmt::join(found.hosts, " ")),
                found.finding.what, found.finding.fact, found.finding.remedy);
    }
    for (const std::string_view check : diagnosis.checked) {
        const bool has_found = std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(),
                                           [&](const Diagnosis::Found& one) { return one.check == check; });
        if (!has_found) {
            add_row(check, "none", "", "nothing found", "", "");
        }
    }
    for (const Diagnosis::NotChecked& gap : diagnosis.not_checked) {
        add_row(gap.check, "not checked", fmt::format("{}", fmt::join(gap.hosts, " ")), gap.why, "", "");
    }
}

void write_json(report::Document& document, const Diagnosis& diagnosis) {
    auto findings = base::JsonOutput::array();
    for (const Diagnosis::Found& found : diagnosis.findings) {
        findings.push_back({{"check", found.check},
                            {"severity", diagnosis::name_of(found.finding.severity)},
                            {"hosts", found.hosts},
                            {"what", found.finding.what},
                            {"fact", found.finding.fact},
                            {"remedy", found.finding.remedy}});
    }
    auto gaps = base::JsonOutput::array();
    for (const Diagnosis::NotChecked& gap : diagnosis.not_checked) {
        gaps.push_back({{"check", gap.check}, {"why", gap.why}, {"hosts", gap.hosts}});
    }
    document.json()["findings"] = std::move(findings);
    document.json()["checked"] = base::JsonOutput(diagnosis.checked);
    document.json()["not_checked"] = std::move(gaps);
    document.json()["num_hosts"] = diagnosis.num_hosts;
}

}  // namespace

report::Document document_of(const diagnosis::Diagnosis& diagnosis, report::Format format) {
    report::Document document;
    document.conclusion = diagnosis.conclusion();
    switch (format) {
        case report::Format::kText:
            write_text(document, diagnosis);
            break;
        case report::Format::kCsv:
            write_table(document, diagnosis);
            break;
        case report::Format::kJson:
            write_json(document, diagnosis);
            break;
    }
    return document;
}

}  // namespace causeway::app

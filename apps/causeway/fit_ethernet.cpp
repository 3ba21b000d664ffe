/// causeway fit ethernet: unequal hosts on a switched Ethernet.
#include "fit.hpp"

#include "causeway/base/files.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/fit/ethernet_fit.hpp"
#include "causeway/fit/ethernet_samples.hpp"
#include "causeway/platform/ethernet_json.hpp"

#include <fmt/format.h>

#include <optional>

namespace causeway::app {

namespace {

using base::JsonOutput;
using fit::EthernetExperiment;
using fit::EthernetFit;
using fit::EthernetSample;
using fit::EthernetSamples;
using fit::ExperimentErrors;

struct EthernetFitOptions {
    std::string samples;
    std::string check;
    OutputOptions output;
};

/// [low, high], nothing below 0.
JsonOutput interval(double value, double half_width) {
    return JsonOutput::array({std::max(0.0, value - half_width), value + half_width});
}

JsonOutput hosts_json(const EthernetFit& fit) {
    JsonOutput result = JsonOutput::array();
    for (std::size_t host = 0; host < fit.hosts.size(); ++host) {
        const platform::AffineCost& cost = fit.parameters.hosts[host];
        const platform::AffineCost& half = fit.half_widths[host];
        JsonOutput entry = {{"name", fit.hosts[host]}, {"fixed", cost.fixed.value()}, {"per_byte", nullptr}};
        entry["fixed_interval"] = interval(cost.fixed.value(), half.fixed.value());
        if (fit.separates_hosts_from_wires) {
            entry["per_byte"] = cost.per_byte.value();
            entry["per_byte_interval"] = interval(cost.per_byte.value(), half.per_byte.value());
        }
        entry["median_error"] = fit.host_errors[host];
        result.push_back(std::move(entry));
    }
    return result;
}

/// What long messages cost, from which size on sends wait, and how many to one goes; null where it is not known.
void tell_further_regimes(const EthernetFit& fit, report::Document& document, JsonOutput& json) {
    json["long_messages"] = nullptr;
    if (fit.parameters.long_messages) {
        json["long_messages"] = platform::ethernet_json(fit.parameters, fit.hosts)["long_messages"];
    }
    json["sends_wait"] = nullptr;
    if (fit.sends_wait) {
        const auto bytes = [](const std::optional<Bytes>& size) {
            return size ? JsonOutput(size->value()) : JsonOutput(nullptr);
        };
        json["sends_wait"] = {{"return_up_to_bytes", bytes(fit.sends_wait->return_up_to)},
                              {"wait_above_bytes", bytes(fit.sends_wait->wait_above)}};
    }
    json["many_to_one"] = nullptr;
    if (const auto& many = fit.parameters.many_to_one) {
        json["many_to_one"] = platform::many_to_one_json(*many);
        document.notes.push_back(fmt::format(
            "many to one goes side by side up to {}{}{}", base::to_text(many->parallel_up_to),
            many->escalation_probability > 0.0
                ? fmt::format(", above that {:.0f} % of operations take {} longer",
                              100.0 * many->escalation_probability, base::to_text(many->escalation))
                : "",
            many->serial_above ? fmt::format(", above {} one by one", base::to_text(*many->serial_above)) : ""));
    }
}

/// Every measured pair once. A null bandwidth: the wire does not limit, or cannot be told from the hosts.
JsonOutput links_json(const EthernetFit& fit) {
    JsonOutput result = JsonOutput::array();
    for (int from = 0; from < fit.parameters.num_hosts(); ++from) {
        for (int to = from + 1; to < fit.parameters.num_hosts(); ++to) {
            if (fit.is_measured(from, to) == 0) {
                continue;
            }
            JsonOutput entry = {{"from", fit.hosts[static_cast<std::size_t>(from)]},
                                {"to", fit.hosts[static_cast<std::size_t>(to)]},
                                {"bandwidth", nullptr}};
            const double wire = fit.parameters.wire(from, to).value();
            if (wire > 0.0 && fit.separates_hosts_from_wires) {
                const double half = fit.wire_half_widths(from, to).value();
                entry["bandwidth"] = 1.0 / wire;
                entry["bandwidth_interval"] = JsonOutput::array(
                    {1.0 / (wire + half), wire > half ? JsonOutput(1.0 / (wire - half)) : JsonOutput(nullptr)});
            }
            result.push_back(std::move(entry));
        }
    }
    return result;
}

JsonOutput errors_json(const std::vector<ExperimentErrors>& errors) {
    JsonOutput result = JsonOutput::array();
    for (const ExperimentErrors& one : errors) {
        JsonOutput entry = {{"experiment", fit::name_of(one.experiment)},
                            {"samples", one.count},
                            {"mean_error", one.mean},
                            {"worst_error", one.worst}};
        if (one.experiment == EthernetExperiment::kOneToMany) {
            entry["mean_error_at_once"] = one.mean_at_once;
            entry["mean_error_one_by_one"] = one.mean_one_by_one;
            entry["mean_error_paying_each"] = one.mean_paying_each;
        }
        result.push_back(std::move(entry));
    }
    return result;
}

std::string errors_text(const ExperimentErrors& one) {
    const std::string branches =
        one.experiment == EthernetExperiment::kOneToMany
            ? fmt::format(" ({:.1f} % all at once, {:.1f} % all one by one, {:.1f} % with C_0 for each message)",
                          100.0 * one.mean_at_once, 100.0 * one.mean_one_by_one, 100.0 * one.mean_paying_each)
            : "";
    return fmt::format("{}: {} samples, mean error {:.1f} %{}, worst {:.1f} %", fit::name_of(one.experiment), one.count,
                       100.0 * one.mean, branches, 100.0 * one.worst);
}

void tell_parameters(const EthernetFit& fit, report::Document& document) {
    document.conclusion = fmt::format("{} hosts, residual {:.1f} %", fit.hosts.size(), 100.0 * fit.residual);
    document.table.columns = {"host", "fixed", "+-", "per byte [ns]", "+-", "median error [%]"};
    for (std::size_t host = 0; host < fit.hosts.size(); ++host) {
        const platform::AffineCost& cost = fit.parameters.hosts[host];
        const platform::AffineCost& half = fit.half_widths[host];
        const bool known = fit.separates_hosts_from_wires;
        document.table.rows.push_back({report::cell(fit.hosts[host]), report::cell(cost.fixed),
                                       report::cell(half.fixed),
                                       known ? report::number_cell(1e9 * cost.per_byte.value(), 2) : report::cell("-"),
                                       known ? report::number_cell(1e9 * half.per_byte.value(), 2) : report::cell("-"),
                                       report::number_cell(100.0 * fit.host_errors[host], 2)});
    }
    const std::optional<Bytes>& threshold = fit.parameters.threshold;
    document.notes.push_back(threshold ? fmt::format("to several hosts, blocking sends of more than {} go one by one",
                                                     base::to_text(*threshold))
                                       : std::string("no threshold between sends at once and one by one"));
    if (fit.parameters.broadcast) {
        document.notes.push_back(fmt::format("a broadcast adds {} and {:.2f} ns per byte",
                                             base::to_text(fit.parameters.broadcast->fixed),
                                             1e9 * fit.parameters.broadcast->per_byte.value()));
    }
}

/// A table of measured and predicted times instead of the one of parameters.
void tell_predictions(const EthernetFit& fit, const EthernetSamples& samples, report::Document& document) {
    const auto names = [&](const std::vector<int>& hosts) {
        std::vector<std::string> result;
        for (const int host : hosts) {
            result.push_back(fit.hosts[static_cast<std::size_t>(host)]);
        }
        return fmt::format("{}", fmt::join(result, " "));
    };
    document.table.columns = {"experiment", "from",  "to",      "bytes",      "measured",
                              "predicted",  "error", "at once", "one by one", "paying each"};
    document.table.rows.clear();
    for (const EthernetSample& sample : samples.samples) {
        if (sample.experiment == EthernetExperiment::kLateSend) {
            continue;
        }
        const Seconds predicted = fit.predicted(sample);
        document.table.rows.push_back({report::cell(fit::name_of(sample.experiment)), report::cell(names(sample.from)),
                                       report::cell(names(sample.to)), report::cell(sample.size),
                                       report::cell(sample.time), report::cell(predicted),
                                       report::number_cell(predicted / sample.time - 1.0, 3),
                                       report::cell(fit.predicted(sample, model::OneToMany::kAtOnce)),
                                       report::cell(fit.predicted(sample, model::OneToMany::kOneByOne)),
                                       sample.experiment == EthernetExperiment::kOneToMany
                                           ? report::cell(model::one_to_many_paying_each(
                                                 fit.parameters, sample.from.front(), sample.to, sample.size))
                                           : report::cell("")});
    }
}

void run(const EthernetFitOptions& options) {
    const EthernetFit fit = fit::fit_ethernet(
        fit::parse_ethernet_samples(base::read_file(options.samples), options.samples), options.samples);
    report::Document document;
    tell_parameters(fit, document);
    JsonOutput& json = document.json();
    json["hosts"] = hosts_json(fit);
    json["links"] = links_json(fit);
    json["threshold_bytes"] =
        fit.parameters.threshold ? JsonOutput(fit.parameters.threshold->value()) : JsonOutput(nullptr);
    tell_further_regimes(fit, document, json);
    json["broadcast"] = nullptr;
    if (const auto& broadcast = fit.parameters.broadcast) {
        json["broadcast"] = {{"fixed", broadcast->fixed.value()}, {"per_byte", broadcast->per_byte.value()}};
    }
    json["residual"] = fit.residual;
    json["experiments"] = errors_json(fit.errors);
    json["misfits"] = JsonOutput::array();
    for (const int host : fit.misfits) {
        json["misfits"].push_back(fit.hosts[static_cast<std::size_t>(host)]);
    }
    std::vector<ExperimentErrors> errors = fit.errors;
    if (!options.check.empty()) {
        const EthernetSamples other = fit::parse_ethernet_samples(base::read_file(options.check), options.check);
        errors = fit::errors_of(fit, other, options.check);
        tell_predictions(fit, fit::numbered_as(fit, other, options.check), document);
        json["checked"] = errors_json(errors);
    }
    for (const ExperimentErrors& one : errors) {
        document.notes.push_back(errors_text(one));
    }
    document.notes.insert(document.notes.end(), fit.remarks.begin(), fit.remarks.end());
    json["remarks"] = fit.remarks;
    options.output.deliver(document);
}

void declare(command_line::Command& command, EthernetFitOptions& options) {
    command.option("samples", options.samples, "CSV: experiment,from,to,bytes,seconds").required().file();
    command
        .option("--check", options.check,
                "other samples of the same hosts: tells their times as measured and as predicted")
        .file();
    options.output.declare(command);
}

}  // namespace

extern const Verb ethernet_fit{
    .name = "ethernet",
    .summary = "the costs of every host and every pair of hosts on a switched Ethernet",
    .example = "causeway fit ethernet samples.csv --check later.csv",
    .set_up = set_up<EthernetFitOptions>,
};

}  // namespace causeway::app

#include "causeway/mapping/computing_weights.hpp"

#include "causeway/base/csv_input.hpp"
#include "causeway/base/error.hpp"
#include "causeway/base/index.hpp"
#include "causeway/base/number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace causeway::mapping {

std::vector<Seconds> parse_computing_weights(std::string_view text, const std::string& source, int num_processes) {
    base::CsvInput input(text, source);
    const auto refuse = [&](const base::CsvRow& row, std::string found, std::string accepted) {
        throw base::InputError({.source = source,
                                .place = fmt::format("line {}", row.line),
                                .found = std::move(found),
                                .accepted = std::move(accepted)});
    };
    const base::CsvRow* row = input.next();
    const std::vector<std::string> head{"process", "seconds"};
    if (row == nullptr || row->cells != head) {
        refuse(row == nullptr ? base::CsvRow{.line = 1, .cells = {}} : *row, "no head", "the columns process,seconds");
    }
    std::vector<Seconds> result(base::at(num_processes));
    std::vector<char> is_stated(base::at(num_processes), 0);
    while ((row = input.next()) != nullptr) {
        if (row->cells.size() != head.size()) {
            refuse(*row, fmt::format("{} cells", row->cells.size()), "a process and its seconds");
        }
        const auto process = base::number_in<int>(row->cells[0]);
        if (!process || *process < 0 || *process >= num_processes || is_stated[base::at(*process)] != 0) {
            refuse(*row, fmt::format("'{}' as a process", row->cells[0]),
                   fmt::format("each process, 0 to {}, once at most", num_processes - 1));
        }
        const auto seconds = base::number_in<double>(row->cells[1]);
        if (!seconds || !std::isfinite(*seconds) || *seconds < 0.0) {
            refuse(*row, fmt::format("'{}' as seconds", row->cells[1]), "a number of seconds >= 0");
        }
        is_stated[base::at(*process)] = 1;
        result[base::at(*process)] = Seconds(*seconds);
    }
    return result;
}

}  // namespace causeway::mapping

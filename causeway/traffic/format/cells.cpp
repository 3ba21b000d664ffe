#include "causeway/traffic/format/cells.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/trimmed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace causeway::traffic {

namespace {

/// A cell as a message shows it.
std::string shown(std::string_view cell) {
    constexpr std::size_t kLongest = 40;
    return cell.size() <= kLongest ? fmt::format("'{}'", cell) : fmt::format("'{}...'", cell.substr(0, kLongest));
}

void split_at_commas(std::string_view line, std::vector<std::string_view>& cells) {
    while (true) {
        const std::size_t comma = line.find(',');
        cells.push_back(base::trimmed(line.substr(0, comma)));
        if (comma == std::string_view::npos) {
            return;
        }
        line.remove_prefix(comma + 1);
    }
}

void split_at_blanks(std::string_view line, std::vector<std::string_view>& cells) {
    constexpr std::string_view kBlanks = " \t";
    std::size_t begin = line.find_first_not_of(kBlanks);
    while (begin != std::string_view::npos) {
        const std::size_t end = std::min(line.find_first_of(kBlanks, begin), line.size());
        cells.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(kBlanks, end);
    }
}

}  // namespace

Cells::Cells(std::string_view text, std::string source, Separator separator)
    : rest_(text), source_(std::move(source)), separator_(separator) {}

bool Cells::next_line() {
    while (!rest_.empty()) {
        const std::size_t newline = rest_.find('\n');
        const std::string_view line = base::trimmed(rest_.substr(0, newline));
        rest_.remove_prefix(newline == std::string_view::npos ? rest_.size() : newline + 1);
        ++line_;
        if (line.empty() || line.front() == '#') {
            continue;
        }
        cells_.clear();
        if (separator_ == Separator::kCommaOrBlanks && line.find(',') != std::string_view::npos) {
            split_at_commas(line, cells_);
        } else {
            split_at_blanks(line, cells_);
        }
        return true;
    }
    cells_.clear();
    return false;
}

double Cells::amount(std::size_t index, std::string_view what) const {
    const std::string_view cell = cells_[index];
    double value = 0.0;
    const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (code != std::errc() || end != cell.data() + cell.size() || !(value >= 0.0) || !std::isfinite(value)) {
        refuse(fmt::format("{} for {}", shown(cell), what), "a number >= 0");
    }
    return value;
}

int Cells::whole(std::size_t index, int least, int most, std::string_view what) const {
    const std::string_view cell = cells_[index];
    int value = 0;
    const auto [end, code] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (code != std::errc() || end != cell.data() + cell.size() || value < least || value > most) {
        refuse(fmt::format("{} for {}", shown(cell), what), fmt::format("a whole number from {} to {}", least, most));
    }
    return value;
}

int Cells::process(std::size_t index, int num_processes) const {
    return whole(index, 0, num_processes - 1, "the number of a process");
}

void Cells::refuse(std::string found, std::string accepted) const {
    throw base::InputError({.source = source_,
                            .place = fmt::format("line {}", line_),
                            .found = std::move(found),
                            .accepted = std::move(accepted)});
}

bool is_number(std::string_view text) {
    double value = 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size();
}

}  // namespace causeway::traffic

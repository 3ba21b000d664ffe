#include "causeway/traffic/format/cells.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/trimmed.hpp"
#include "causeway/base/words.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
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
            base::for_each_word(line, [this](std::string_view word) { cells_.push_back(word); });
        }
        return true;
    }
    cells_.clear();
    return false;
}

double Cells::amount(std::size_t index, std::string_view what) const {
    const std::optional<double> value = base::number_in<double>(cells_[index]);
    if (!value || !(*value >= 0.0) || !std::isfinite(*value)) {
        refuse(fmt::format("{} for {}", shown(cells_[index]), what), "a number >= 0");
    }
    return *value;
}

int Cells::whole(std::size_t index, int least, int most, std::string_view what) const {
    const std::optional<int> value = base::number_in<int>(cells_[index]);
    if (!value || *value < least || *value > most) {
        refuse(fmt::format("{} for {}", shown(cells_[index]), what),
               fmt::format("a whole number from {} to {}", least, most));
    }
    return *value;
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
    return base::number_in<double>(text).has_value();
}

}  // namespace causeway::traffic

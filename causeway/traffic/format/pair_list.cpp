/// A line for each pair of processes: CSV with a head that names the columns src, dst, bytes and msgs, in any order.
///
/// Source: the form in which communication tables of the NAS Parallel Benchmarks and LULESH are handed on.
#include "causeway/traffic/format/cells.hpp"
#include "causeway/traffic/format/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <tuple>

namespace causeway::traffic {

namespace {

constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);
constexpr std::string_view kColumns = "the columns src, dst and at least one of bytes, msgs";

/// Where each column stands.
struct Columns {
    std::size_t from = kAbsent;
    std::size_t to = kAbsent;
    std::size_t bytes = kAbsent;
    std::size_t messages = kAbsent;
    std::size_t number = 0;
};

std::size_t* column_named(Columns& columns, std::string_view name) {
    const auto is_one_of = [name](std::initializer_list<std::string_view> names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (is_one_of({"src", "source", "from"})) {
        return &columns.from;
    }
    if (is_one_of({"dst", "destination", "to"})) {
        return &columns.to;
    }
    if (is_one_of({"bytes"})) {
        return &columns.bytes;
    }
    if (is_one_of({"msgs", "messages"})) {
        return &columns.messages;
    }
    return nullptr;
}

bool recognises_pair_list(std::string_view text) {
    Columns columns;
    Cells cells(text, "");
    return cells.next_line() && std::any_of(cells.cells().begin(), cells.cells().end(), [&](std::string_view cell) {
               return column_named(columns, cell) != nullptr;
           });
}

Columns read_head(const Cells& cells) {
    Columns columns;
    columns.number = cells.size();
    for (std::size_t c = 0; c < cells.size(); ++c) {
        std::size_t* column = column_named(columns, cells[c]);
        if (column == nullptr) {
            cells.refuse(fmt::format("the unknown column '{}'", cells[c]), std::string(kColumns));
        }
        if (*column != kAbsent) {
            cells.refuse(fmt::format("the column '{}' a second time", cells[c]), "every column once");
        }
        *column = c;
    }
    if (columns.from == kAbsent || columns.to == kAbsent || (columns.bytes == kAbsent && columns.messages == kAbsent)) {
        cells.refuse("a head that lacks some", std::string(kColumns));
    }
    return columns;
}

Flow read_row(const Cells& cells, const Columns& columns, int num_processes) {
    if (cells.size() != columns.number) {
        cells.refuse(fmt::format("{} cells", cells.size()), fmt::format("{}, as in the head", columns.number));
    }
    Flow flow;
    flow.from = cells.process(columns.from, num_processes);
    flow.to = cells.process(columns.to, num_processes);
    flow.volume.bytes = columns.bytes == kAbsent ? 0.0 : cells.amount(columns.bytes, "bytes");
    flow.volume.messages = columns.messages == kAbsent ? 0.0 : cells.amount(columns.messages, "messages");
    return flow;
}

/// Complains about the second line with that pair. Only called when there is one: who looks for it while reading would
/// have to remember every line.
[[noreturn]] void refuse_second(const NamedText& file, const Flow& doubled, int num_processes) {
    Cells cells(file.text, file.name);
    cells.next_line();
    const Columns columns = read_head(cells);
    int found = 0;
    while (found < 2 && cells.next_line()) {
        const Flow flow = read_row(cells, columns, num_processes);
        found += flow.from == doubled.from && flow.to == doubled.to ? 1 : 0;
    }
    cells.refuse(fmt::format("the pair {}, {} a second time", doubled.from, doubled.to), "every pair once");
}

Recording read_pair_list(std::span<const NamedText> files, const ReadOptions& options) {
    const NamedText& file = files.front();
    Cells cells(file.text, file.name);
    cells.next_line();
    const Columns columns = read_head(cells);
    const int most = options.num_processes.value_or(kMostProcesses);
    std::vector<Flow> flows;
    int num_processes = options.num_processes.value_or(0);
    while (cells.next_line()) {
        const Flow flow = read_row(cells, columns, most);
        num_processes = std::max({num_processes, flow.from + 1, flow.to + 1});
        flows.push_back(flow);
    }
    if (flows.empty() && num_processes == 0) {
        cells.refuse("no line below the head", "a line for each pair of processes");
    }
    const auto key = [](const Flow& flow) { return std::tie(flow.from, flow.to); };
    std::sort(flows.begin(), flows.end(), [&](const Flow& a, const Flow& b) { return key(a) < key(b); });
    const auto doubled =
        std::adjacent_find(flows.begin(), flows.end(), [&](const Flow& a, const Flow& b) { return key(a) == key(b); });
    if (doubled != flows.end()) {
        refuse_second(file, *doubled, most);
    }
    Recording recording;
    recording.table = CommunicationTable(num_processes, std::move(flows));
    if (columns.messages == kAbsent) {
        recording.only = Quantity::kBytes;
    } else if (columns.bytes == kAbsent) {
        recording.only = Quantity::kMessages;
    }
    return recording;
}

}  // namespace

extern constexpr Format pair_list{
    .name = "pair_list",
    .summary = "CSV with the head src,dst,bytes,msgs and a line for each pair",
    .source = "communication tables of the NAS Parallel Benchmarks and LULESH",
    .recognises = recognises_pair_list,
    .read = read_pair_list,
};

}  // namespace causeway::traffic

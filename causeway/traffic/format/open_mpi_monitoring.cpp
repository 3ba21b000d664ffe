/// What Open MPI's monitoring component writes: a file per process, a line for each kind of traffic and receiver,
/// `E <tab> from <tab> to <tab> 4096 bytes <tab> 3 msgs sent ...`.
///
/// E is what the program sent point to point, I what the library sent on its behalf (collective operations); some
/// versions wrote the one for the other. S is put into and R got from the memory of another process. Other kinds (C,
/// O2A, A2O, A2A: calls of collective operations as seen from the program) are not messages; D tells which processes
/// a communicator has.
///
/// Source: Open MPI, ompi/mca/common/monitoring; files of version 4.1.4.
#include "causeway/base/number.hpp"
#include "causeway/traffic/format/cells.hpp"
#include "causeway/traffic/format/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace causeway::traffic {

namespace {

constexpr std::array<std::string_view, 4> kMessages{"E", "I", "S", "R"};
constexpr std::array<std::string_view, 5> kOthers{"C", "D", "O2A", "A2O", "A2A"};
constexpr std::string_view kForm = "KIND FROM TO N bytes N msgs sent, KIND one of E, I, S, R; or a line C, D, O2A, ...";

template <typename Words>
bool is_among(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool recognises_open_mpi_monitoring(std::string_view text) {
    constexpr std::string_view kFirstLine = "# POINT TO POINT";
    if (text.substr(0, kFirstLine.size()) == kFirstLine) {
        return true;
    }
    Cells cells(text, "", Separator::kBlanks);
    return cells.next_line() && (is_among(kMessages, cells[0]) || is_among(kOthers, cells[0]));
}

/// "D <tab> name <tab> procs: 0,1,2,3", the last cell of the line: one more than the highest process named.
int processes_of_communicator(const Cells& line) {
    Cells numbers(line.cells().back(), "");
    if (!numbers.next_line() || !std::all_of(numbers.cells().begin(), numbers.cells().end(), is_number)) {
        return 0;
    }
    int highest = -1;
    for (const std::string_view number : numbers.cells()) {
        const std::optional<int> process = base::number_in<int>(number);
        if (!process || *process < 0 || *process >= kMostProcesses) {
            line.refuse(fmt::format("the process {}", number),
                        fmt::format("a whole number from 0 to {}", kMostProcesses - 1));
        }
        highest = std::max(highest, *process);
    }
    return highest + 1;
}

Recording read_open_mpi_monitoring(std::span<const NamedText> files, const ReadOptions& options) {
    const std::string_view internal = options.swapped_kinds ? "E" : "I";
    const int most = options.num_processes.value_or(kMostProcesses);
    int num_processes = options.num_processes.value_or(0);
    std::vector<Flow> flows;
    for (const NamedText& file : files) {
        Cells cells(file.text, file.name, Separator::kBlanks);
        while (cells.next_line()) {
            const std::string_view kind = cells[0];
            if (kind == "D" && !options.num_processes) {
                num_processes = std::max(num_processes, processes_of_communicator(cells));
            }
            if (is_among(kOthers, kind)) {
                continue;
            }
            if (!is_among(kMessages, kind) || cells.size() < 8 || cells[4] != "bytes" || cells[6] != "msgs") {
                cells.refuse(
                    fmt::format("'{}'", fmt::join(cells.cells().begin(),
                                                  cells.cells().begin() +
                                                      static_cast<long>(std::min<std::size_t>(cells.size(), 8)),
                                                  " ")),
                    std::string(kForm));
            }
            Flow flow{cells.process(1, most),
                      cells.process(2, most),
                      {.messages = cells.amount(5, "messages"), .bytes = cells.amount(3, "bytes")}};
            num_processes = std::max({num_processes, flow.from + 1, flow.to + 1});
            if (kind == internal && !options.with_collectives) {
                continue;
            }
            if (kind == "R") {
                std::swap(flow.from, flow.to);  // what this process got from the other's memory
            }
            flows.push_back(flow);
        }
    }
    if (num_processes == 0) {
        Cells cells(files.front().text, files.front().name, Separator::kBlanks);
        cells.refuse("no message and no communicator", "the files of all processes; or --processes N");
    }
    Recording recording;
    recording.table = CommunicationTable(num_processes, std::move(flows));
    return recording;
}

}  // namespace

extern constexpr Format open_mpi_monitoring{
    .name = "open_mpi_monitoring",
    .summary = "Open MPI's monitoring: the .prof files of all processes",
    .source = "Open MPI, ompi/mca/common/monitoring",
    .takes_several = true,
    .recognises = recognises_open_mpi_monitoring,
    .read = read_open_mpi_monitoring,
};

}  // namespace causeway::traffic

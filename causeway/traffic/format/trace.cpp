/// The file that Causeway's own tracer writes: docs/files.md, "Trace".
///
/// Source: Causeway; a word, then numbers, a line per fact.
#include "causeway/traffic/format/cells.hpp"
#include "causeway/traffic/format/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace causeway::traffic {

namespace {

constexpr std::string_view kWords =
    "processes, program, host, message, collective, collective-message, end (docs/files.md)";

bool recognises_trace(std::string_view text) {
    Cells cells(text, "", Separator::kBlanks);
    return cells.next_line() && cells.size() >= 2 && cells[0] == "causeway" && cells[1] == "trace";
}

/// Reads one file, line by line.
class Reader {
public:
    Reader(const NamedText& file, const ReadOptions& options)
        : file_(file), with_collectives_(options.with_collectives), cells_(file.text, file.name, Separator::kBlanks) {}

    Recording read() {
        cells_.next_line();
        if (cells_.size() != 3 || cells_[2] != "1") {
            cells_.refuse(fmt::format("'{}'", fmt::join(cells_.cells(), " ")), "causeway trace 1");
        }
        bool ended = false;
        while (cells_.next_line()) {
            if (ended) {
                cells_.refuse(fmt::format("'{}' after the end", cells_[0]), "nothing after the line 'end'");
            }
            ended = cells_[0] == "end";
            if (!ended) {
                read_line();
            }
        }
        if (!ended) {
            cells_.refuse("the end of the file without the line 'end'", "a whole file");
        }
        if (num_processes_ == 0) {
            cells_.refuse("no line 'processes'", "the number of processes");
        }
        if (num_hosts_ != 0 && num_hosts_ != num_processes_) {
            cells_.refuse(fmt::format("hosts for {} of {} processes", num_hosts_, num_processes_),
                          "a line 'host' for every process or for none");
        }
        require_pairs_once();
        recording_.table = CommunicationTable(num_processes_, std::move(flows_));
        return std::move(recording_);
    }

private:
    void require_cells(std::size_t number, std::string_view form) const {
        if (cells_.size() != number) {
            cells_.refuse(fmt::format("{} words", cells_.size()), std::string(form));
        }
    }

    [[nodiscard]] int process(std::size_t index) const {
        if (num_processes_ == 0) {
            cells_.refuse(fmt::format("'{}' before the number of processes", cells_[0]), "the line 'processes' first");
        }
        return cells_.process(index, num_processes_);
    }

    void read_line() {
        const std::string_view word = cells_[0];
        if (word == "message") {
            flows_.push_back(flow("message FROM TO MESSAGES BYTES"));
        } else if (word == "collective-message") {
            const Flow caused = flow("collective-message FROM TO MESSAGES BYTES");
            if (with_collectives_) {
                caused_.push_back(caused);
            }
        } else if (word == "collective") {
            require_cells(5, "collective PROCESS NAME CALLS BYTES");
            (void)process(1);
            (void)cells_.amount(3, "calls");
            (void)cells_.amount(4, "bytes");
        } else if (word == "host") {
            read_host();
        } else if (word == "processes") {
            require_cells(2, "processes N");
            if (num_processes_ != 0) {
                cells_.refuse("'processes' a second time", "one such line");
            }
            num_processes_ = cells_.whole(1, 1, kMostProcesses, "the number of processes");
        } else if (word == "program") {
            recording_.program = fmt::format("{}", fmt::join(cells_.cells().begin() + 1, cells_.cells().end(), " "));
        } else {
            cells_.refuse(fmt::format("'{}'", word), std::string(kWords));
        }
    }

    [[nodiscard]] Flow flow(std::string_view form) const {
        require_cells(5, form);
        return {process(1), process(2), {cells_.amount(3, "messages"), cells_.amount(4, "bytes")}};
    }

    void read_host() {
        require_cells(3, "host PROCESS NAME");
        const auto number = static_cast<std::size_t>(process(1));
        recording_.hosts.resize(static_cast<std::size_t>(num_processes_));
        if (!recording_.hosts[number].empty()) {
            cells_.refuse(fmt::format("the host of process {} a second time", number), "one host for each process");
        }
        recording_.hosts[number] = cells_[2];
        ++num_hosts_;
    }

    /// Point to point; then adds what collective operations caused, of which a pair may have both.
    void require_pairs_once() {
        std::sort(flows_.begin(), flows_.end(), before);
        const auto doubled = std::adjacent_find(flows_.begin(), flows_.end(),
                                                [](const Flow& a, const Flow& b) { return !before(a, b); });
        if (doubled != flows_.end()) {
            refuse_second(*doubled);
        }
        flows_.insert(flows_.end(), caused_.begin(), caused_.end());
    }

    static bool before(const Flow& a, const Flow& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); }

    [[noreturn]] void refuse_second(const Flow& doubled) {
        cells_ = Cells(file_.text, file_.name, Separator::kBlanks);
        int found = 0;
        while (found < 2 && cells_.next_line()) {
            if (cells_[0] == "message") {
                const Flow other = flow("");
                found += other.from == doubled.from && other.to == doubled.to ? 1 : 0;
            }
        }
        cells_.refuse(fmt::format("the pair {} {} a second time", doubled.from, doubled.to), "every pair once");
    }

    const NamedText& file_;
    bool with_collectives_;
    Cells cells_;
    int num_processes_ = 0;
    int num_hosts_ = 0;
    std::vector<Flow> flows_;   ///< point to point
    std::vector<Flow> caused_;  ///< by collective operations
    Recording recording_;
};

Recording read_trace(std::span<const NamedText> files, const ReadOptions& options) {
    return Reader(files.front(), options).read();
}

}  // namespace

extern constexpr Format trace{
    .name = "trace",
    .summary = "Causeway's own trace, which begins with 'causeway trace'",
    .source = "docs/files.md",
    .recognises = recognises_trace,
    .read = read_trace,
};

}  // namespace causeway::traffic

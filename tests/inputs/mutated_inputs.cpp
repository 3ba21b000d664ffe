/// Gives every reader of files a great number of inputs that are almost right, and sees what becomes of each: it is
/// read, or refused with one line that says where. Whatever else happens (a crash, another exception, more than a
/// second of the processor, many times as much memory as the input is long) is a failure, and the input is
/// kept.
///
/// The inputs are a function of the seed and their number. A process of its own reads them, watched by another, which
/// goes on behind an input that ended it.
#include "memory_use.hpp"
#include "mutation.hpp"
#include "parser.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/number.hpp"
#include "causeway/report/progress.hpp"
#include "tests/support/source_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace causeway::test {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUsage =
    R"(mutated_inputs [--parser NAME] [--seed S] [--inputs N] [--seconds T] [--keep FOLDER] [FILE...]

Reads N inputs (default 20000), or as many as T seconds allow, each a mutation of a seed of one of the parsers in turn;
before them every file of the corpus as it is. What fails is kept in FOLDER (default: failed-inputs), and named. With
files: reads these alone, by the parser that is named.
)";

/// Beside what goes with the length of the input: a host name for each of a million processes, which one line states.
constexpr std::size_t kFixedMemory = std::size_t{64} << 20U;

/// What may be taken for each byte of an input. Files that people and programs write take less than ten; an input of
/// nothing but values of one letter, or tags of one, is held in values and nodes that are far larger.
std::size_t memory_per_byte(Form form) {
    switch (form) {
        case Form::kJson:
            return 40;  // a value of nlohmann::json, twice while its array grows, and the text of a string
        case Form::kLines:
            return 40;  // a sample of its own for each cell of a matrix
        case Form::kXml:
            return 40;  // a node for an element, and twice while those beside it grow in number
    }
    return 0;
}

/// What a plan may take for a platform of a few processes.
constexpr std::size_t kConsumersMemory = std::size_t{1} << 29U;
constexpr std::size_t kMostParsers = 32;
constexpr std::size_t kLongestText = std::size_t{4} << 20U;
/// Of so many inputs that are read the consumers get one: they take far longer than reading does.
constexpr std::uint64_t kConsumersGetOneOf = 8;
constexpr int kMostFailures = 100;
constexpr unsigned kGlance = 20'000;  // microseconds, between two looks at the process that reads

/// What happened to the inputs of one parser.
struct Counts {
    std::int64_t inputs = 0;
    std::int64_t accepted = 0;
    std::int64_t used = 0;       ///< given to the consumers
    std::int64_t placeless = 0;  ///< refused as a whole
    std::int64_t failed = 0;
    std::int64_t longest = 0;  ///< microseconds of the processor, of one input
    double memory = 0.0;       ///< the most by the byte of inputs of 64 KB and more
};

/// Shared by the process that reads and the one that watches it.
struct Shared {
    std::uint64_t next = 0;  ///< the number of the input that is read
    std::size_t parser = 0;
    bool uses = false;      ///< the consumers are at work
    bool too_much = false;  ///< memory
    std::size_t length = 0;
    std::size_t reason_length = 0;
    std::array<char, 4000> reason{};
    std::array<Counts, kMostParsers> counts{};
    std::array<char, kLongestText> text{};
};

struct Options {
    std::string parser;
    std::uint64_t seed = 1;
    std::uint64_t inputs = 20'000;
    std::optional<double> seconds;
    std::string keep = "failed-inputs";
    std::vector<std::string> files;
};

/// A parser and the texts that its inputs come from.
struct Source {
    const Parser* parser = nullptr;
    std::vector<std::string> seeds;
    std::vector<std::string> paths;  ///< of the seeds
};

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::int64_t processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1'000'000 + time.tv_nsec / 1000;
}

/// What one input may take of the processor's time: a second; the sanitizers' checks, without optimisation, take many
/// times that of what they check.
#ifdef __SANITIZE_ADDRESS__
constexpr int kMostSeconds = 20;
#else
constexpr int kMostSeconds = 1;
#endif

/// From here on, of the processor's time: what has to wait for its turn is not slow. 0: not any more.
void end_process_in(int seconds) {
    itimerval timer{};
    timer.it_value.tv_sec = seconds;
    ::setitimer(ITIMER_PROF, &timer, nullptr);
}

std::vector<std::string> files_like(const std::string& pattern) {
    const fs::path path(pattern);
    if (path.stem() != "*") {
        return {pattern};
    }
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(path.parent_path())) {
        if (entry.path().extension() == path.extension()) {
            files.push_back(entry.path().string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<Source> sources(const std::string& only) {
    std::vector<Source> result;
    for (const Parser* parser : parsers().members()) {
        if (!only.empty() && parser != &parsers().at(only, "--parser")) {
            continue;
        }
        Source source{.parser = parser, .seeds = {}, .paths = {}};
        for (std::string_view patterns = parser->seeds; !patterns.empty();) {
            const std::size_t end = std::min(patterns.find(' '), patterns.size());
            for (const std::string& path :
                 files_like(fmt::format("{}/{}", test::source_folder(), patterns.substr(0, end)))) {
                source.paths.push_back(path);
            }
            patterns.remove_prefix(std::min(end + 1, patterns.size()));
        }
        const std::string corpus = fmt::format("{}/tests/inputs/corpus/{}", test::source_folder(), parser->name);
        if (fs::exists(corpus)) {
            std::vector<std::string> own;
            for (const auto& entry : fs::directory_iterator(corpus)) {
                own.push_back(entry.path().string());
            }
            std::sort(own.begin(), own.end());
            source.paths.insert(source.paths.end(), own.begin(), own.end());
        }
        for (const std::string& path : source.paths) {
            source.seeds.push_back(base::read_file(path));
        }
        if (source.seeds.empty()) {
            throw base::Error(fmt::format("no seed for {}", parser->name));
        }
        result.push_back(std::move(source));
    }
    return result;
}

/// What the process that reads tells the one that watches it.
class Reader {
public:
    explicit Reader(Shared& shared) : shared_(shared) { shared_of_process = &shared; }

    void read(const Parser& parser, std::size_t number, const std::string& text, bool consumers) {
        shared_.parser = number;
        shared_.uses = false;
        shared_.too_much = false;
        shared_.reason_length = 0;
        shared_.length = std::min(text.size(), kLongestText);
        std::memcpy(shared_.text.data(), text.data(), shared_.length);
        Counts& counts = shared_.counts.at(number);
        ++counts.inputs;
        end_process_in(kMostSeconds);
        const std::int64_t begin = processor_time();
        count_memory(memory_per_byte(parser.form) * text.size() + kFixedMemory, took_too_much);
        const bool accepted = is_read(parser, text, counts);
        counts.longest = std::max(counts.longest, processor_time() - begin);
        constexpr std::size_t kLong = 65536;
        if (text.size() >= kLong) {
            counts.memory =
                std::max(counts.memory, static_cast<double>(most_memory()) / static_cast<double>(text.size()));
        }
        counts.accepted += accepted ? 1 : 0;
        if (accepted && consumers) {
            ++counts.used;
            use(parser, text);
        }
        end_process_in(0);
        count_memory(SIZE_MAX / 2, took_too_much);
    }

private:
    /// Of this process: `new` has no other way to it.
    static inline Shared* shared_of_process = nullptr;

    static void took_too_much() {
        shared_of_process->too_much = true;
        std::abort();
    }

    [[noreturn]] void fail(std::string_view reason) {
        shared_.reason_length = std::min(reason.size(), shared_.reason.size());
        std::memcpy(shared_.reason.data(), reason.data(), shared_.reason_length);
        ::_exit(1);
    }

    bool is_read(const Parser& parser, const std::string& text, Counts& counts) {
        try {
            parser.read(text, false);
            return true;
        } catch (const base::InputError& error) {
            check(error, counts);
        } catch (const std::exception& error) {
            fail(fmt::format("another exception than InputError: {}", error.what()));
        }
        return false;
    }

    void check(const base::InputError& error, Counts& counts) {
        const std::string_view told(error.what());
        constexpr std::size_t kLongestLine = 4000;
        const bool is_line =
            std::all_of(told.begin(), told.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
        if (!is_line || told.size() > kLongestLine) {
            fail(fmt::format("a refusal that is not one short line: {}", told));
        }
        const base::InputError::Fault& fault = error.fault();
        if (fault.source.empty() || fault.found.empty() || fault.accepted.empty()) {
            fail(fmt::format("a refusal that leaves something out: {}", told));
        }
        counts.placeless += fault.place.empty() ? 1 : 0;
    }

    void use(const Parser& parser, const std::string& text) {
        shared_.uses = true;
        end_process_in(kMostSeconds);
        count_memory(kConsumersMemory, took_too_much);
        try {
            parser.read(text, true);
        } catch (const base::Error&) {
            return;  // what is known only to those who use it, told as all is
        } catch (const std::exception& error) {
            fail(fmt::format("another exception than Error: {}", error.what()));
        }
    }

    Shared& shared_;
};

/// The process that reads: the corpus as it is, then the inputs from `shared.next` on.
[[noreturn]] void read_all(const std::vector<Source>& sources, const Options& options, double until, Shared& shared) {
    Reader reader(shared);
    std::uint64_t as_they_are = 0;
    for (std::size_t s = 0; s < sources.size(); ++s) {
        for (const std::string& seed : sources[s].seeds) {
            if (as_they_are++ == shared.next) {
                reader.read(*sources[s].parser, s, seed, true);
                ++shared.next;
            }
        }
    }
    while (shared.next < as_they_are + options.inputs && now() < until) {
        const std::uint64_t number = shared.next - as_they_are;
        base::Random random(base::Random::stream(options.seed, number));
        const std::size_t s = number % sources.size();
        shared.length = 0;  // what fails from here on is the making of the next
        const std::string text = mutated(sources[s].seeds, sources[s].parser->form, random);
        reader.read(*sources[s].parser, s, text, number / sources.size() % kConsumersGetOneOf == 0);
        ++shared.next;
    }
    ::_exit(0);
}

std::string reason_of(int status, const Shared& shared) {
    if (shared.reason_length > 0) {
        return {shared.reason.data(), shared.reason_length};
    }
    const std::string where = shared.uses ? " where what was read is used" : "";
    if (shared.too_much) {
        return "too much memory" + where;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
        return fmt::format("more than {} s{}", kMostSeconds, where);
    }
    return (WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                : fmt::format("the end of the process with {}", WEXITSTATUS(status))) +
           where;
}

void print_counts(const std::vector<Source>& sources, const Shared& shared) {
    fmt::print("{:<20} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7} {:>9} {:>9}\n", "parser", "inputs", "accepted", "refused",
               "placeless", "used", "failed", "most ms", "most B/B");
    for (std::size_t s = 0; s < sources.size(); ++s) {
        const Counts& counts = shared.counts.at(s);
        fmt::print("{:<20} {:>9} {:>9} {:>9} {:>9} {:>7} {:>7} {:>9.1f} {:>9.1f}\n", sources[s].parser->name,
                   counts.inputs, counts.accepted, counts.inputs - counts.accepted - counts.failed, counts.placeless,
                   counts.used, counts.failed, static_cast<double>(counts.longest) / 1000.0, counts.memory);
    }
}

/// The number of failures.
int watch(const std::vector<Source>& sources, const Options& options, Shared& shared) {
    const double begin = now();
    const double until = begin + options.seconds.value_or(1e9);
    const std::uint64_t first = shared.next;
    int failures = 0;
    report::Progress progress;
    while (failures < kMostFailures) {
        std::fflush(stdout);
        const pid_t reader = ::fork();
        if (reader == 0) {
            try {
                read_all(sources, options, until, shared);
            } catch (const std::exception& error) {  // of those who make the inputs
                fmt::print(stderr, "input {}: {}\n", shared.next, error.what());
                ::_exit(2);
            }
        }
        int status = 0;
        while (::waitpid(reader, &status, WNOHANG) == 0) {
            const double done = static_cast<double>(shared.next - first) / static_cast<double>(options.inputs);
            const double passed = options.seconds ? (now() - begin) / *options.seconds : 0.0;
            progress.show(std::min(1.0, std::max(done, passed)), fmt::format("input {}", shared.next));
            ::usleep(kGlance);
        }
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
            break;
        }
        ++failures;
        ++shared.counts.at(shared.parser).failed;
        fs::create_directories(options.keep);
        const std::string file =
            fmt::format("{}/{}-{}-{}", options.keep, sources[shared.parser].parser->name, options.seed, shared.next);
        base::write_file(file, std::string_view(shared.text.data(), shared.length));
        fmt::print("{}: {}\n", file, reason_of(status, shared));
        ++shared.next;
    }
    print_counts(sources, shared);
    fmt::print("{} inputs in {:.0f} s with seed {}, {} failed\n", shared.next - first, now() - begin, options.seed,
               failures);
    return failures;
}

Options parse_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word(argv[i]);
        if (!word.starts_with("--")) {
            options.files.emplace_back(word);
            continue;
        }
        const std::string value = i + 1 < argc ? argv[++i] : "";
        const auto refuse = [&] {
            throw base::InputError({std::string(word), "", fmt::format("'{}'", value), std::string(kUsage)});
        };
        if (word == "--parser") {
            options.parser = value;
        } else if (word == "--keep") {
            options.keep = value;
        } else if (word == "--seed" && base::number_in<std::uint64_t>(value)) {
            options.seed = *base::number_in<std::uint64_t>(value);
        } else if (word == "--inputs" && base::number_in<std::uint64_t>(value)) {
            options.inputs = *base::number_in<std::uint64_t>(value);
        } else if (word == "--seconds" && base::number_in<double>(value)) {
            options.seconds = base::number_in<double>(value);
            options.inputs = UINT64_MAX / 2;
        } else {
            refuse();
        }
    }
    return options;
}

int run(const Options& options) {
    std::vector<Source> all = sources(options.parser);
    void* memory = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw base::Error("no shared memory");
    }
    Shared& shared = *new (memory) Shared;
    if (options.files.empty()) {
        return watch(all, options, shared) == 0 ? 0 : 1;
    }
    for (const std::string& file : options.files) {
        const std::string text = base::read_file(file);
        for (const Source& source : all) {
            try {
                source.parser->read(text, true);
                fmt::print("{}: read as {}\n", file, source.parser->name);
            } catch (const base::InputError& error) {
                fmt::print("{}: refused as {}: {}\n", file, source.parser->name, error.what());
            }
        }
    }
    return 0;
}

}  // namespace

}  // namespace causeway::test

int main(int argc, char** argv) {
    try {
        return causeway::test::run(causeway::test::parse_options(argc, argv));
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}

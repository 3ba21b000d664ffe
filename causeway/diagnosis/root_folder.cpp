#include "causeway/diagnosis/root_folder.hpp"

#include "causeway/base/trimmed.hpp"
#include "causeway/base/words.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace causeway::diagnosis {

namespace {

namespace fs = std::filesystem;

/// The longest file that is read, a process' map of its memory, has some hundred lines; what is longer is none of
/// these.
constexpr std::size_t kLongestFile = std::size_t{1} << 22U;

}  // namespace

bool RootFolder::has(const std::string& path) const {
    std::error_code ignored;
    return fs::exists(at(path), ignored);
}

std::optional<std::string> RootFolder::text(const std::string& path) const {
    std::error_code ignored;
    if (!fs::is_regular_file(at(path), ignored)) {
        return std::nullopt;
    }
    std::ifstream stream(at(path), std::ios::binary);
    std::string text;
    constexpr std::size_t kPart = 4096;
    std::string part(kPart, '\0');
    while (stream && text.size() < kLongestFile) {
        stream.read(part.data(), static_cast<std::streamsize>(part.size()));
        text.append(part, 0, static_cast<std::size_t>(stream.gcount()));
    }
    // A file of /sys that has nothing to say fails when it is read, not when it is opened.
    return stream.eof() ? std::optional(text) : std::nullopt;
}

std::vector<std::string> RootFolder::lines(const std::string& path) const {
    std::vector<std::string> result;
    std::istringstream stream(text(path).value_or(""));
    for (std::string line; std::getline(stream, line);) {
        result.emplace_back(base::trimmed(line));
    }
    return result;
}

std::string RootFolder::first_line(const std::string& path) const {
    const std::vector<std::string> all = lines(path);
    return all.empty() ? std::string() : all.front();
}

std::vector<std::int64_t> RootFolder::numbers(const std::string& path) const {
    const std::string line = first_line(path);
    std::vector<std::int64_t> result;
    bool are_numbers = true;
    base::for_each_word(line, [&](std::string_view word) {
        const auto value = base::number_in<std::int64_t>(word);
        are_numbers = are_numbers && value;
        result.push_back(value.value_or(0));
    });
    return are_numbers ? result : std::vector<std::int64_t>();
}

std::optional<std::int64_t> RootFolder::number(const std::string& path) const {
    const std::vector<std::int64_t> all = numbers(path);
    return all.size() == 1 ? std::optional(all.front()) : std::nullopt;
}

std::optional<bool> RootFolder::is_on(const std::string& path) const {
    const auto value = number(path);
    return value ? std::optional(*value != 0) : std::nullopt;
}

std::vector<std::string> RootFolder::names_in(const std::string& path) const {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(at(path), error), end; !error && entry != end; entry.increment(error)) {
        names.push_back(entry->path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::optional<std::string> RootFolder::followed(const std::string& path) const {
    std::error_code error;
    const fs::path real = fs::canonical(at(path), error);
    if (error) {
        return std::nullopt;
    }
    const std::string root = root_.empty() ? std::string() : fs::canonical(root_, error).string();
    const std::string text = real.string();
    return text.starts_with(root) ? text.substr(root.size()) : text;
}

}  // namespace causeway::diagnosis

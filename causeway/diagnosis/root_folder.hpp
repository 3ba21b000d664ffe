/// Files below the folder that stands for a machine's root.
#pragma once

#include "causeway/base/number.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace causeway::diagnosis {

class RootFolder {
public:
    explicit RootFolder(std::string root) : root_(std::move(root)) {}

    /// Where `path`, which begins with "/", is.
    [[nodiscard]] std::string at(const std::string& path) const { return root_ + path; }
    [[nodiscard]] bool has(const std::string& path) const;
    /// What stands there, as far as it is of a size that such files have; nothing for what cannot be read.
    [[nodiscard]] std::optional<std::string> text(const std::string& path) const;
    /// Its lines, without blanks at their ends; none for what cannot be read.
    [[nodiscard]] std::vector<std::string> lines(const std::string& path) const;
    /// Its first line, without blanks around it; empty for what cannot be read.
    [[nodiscard]] std::string first_line(const std::string& path) const;
    /// The words of its first line as whole numbers; none unless all are.
    [[nodiscard]] std::vector<std::int64_t> numbers(const std::string& path) const;
    /// The first line as one whole number.
    [[nodiscard]] std::optional<std::int64_t> number(const std::string& path) const;
    /// A switch: 0, or another number.
    [[nodiscard]] std::optional<bool> is_on(const std::string& path) const;
    /// Names in a folder, sorted; none where there is no such folder.
    [[nodiscard]] std::vector<std::string> names_in(const std::string& path) const;
    /// `path` with all links followed, without the root; nothing where nothing is.
    [[nodiscard]] std::optional<std::string> followed(const std::string& path) const;

private:
    std::string root_;
};

}  // namespace causeway::diagnosis

/// Nodes by name: what readers look up, with the complaint that lists a few of the names there are.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace causeway::graph {

/// "a, b, c" when there are few; "a, b, c, d, e, ... (12 in all)" when there are many.
[[nodiscard]] std::string few_of(std::span<const std::string> names);

/// Names -> positions; grows as a reader meets nodes.
class NodeNames {
public:
    NodeNames() = default;
    explicit NodeNames(std::span<const std::string> names);

    /// Appends a node. Returns false, and changes nothing, when the name is there already.
    bool add(const std::string& name);

    [[nodiscard]] std::optional<int> find(std::string_view name) const;
    /// The position of `name`. Throws InputError naming `source` and `place`, with a few of the names there are.
    [[nodiscard]] int at(std::string_view name, const std::string& source, const std::string& place) const;

    [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

private:
    std::vector<std::string> names_;
    std::unordered_map<std::string, int> position_;
};

}  // namespace causeway::graph

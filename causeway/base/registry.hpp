/// A family of algorithms as a list of plain structs, looked up by name.
///
/// Every family (strategies, heuristics, clusterings, ...) keeps its members in one `.def` file,
/// one line per member; the registry is built from it. Members are constant-initialised structs,
/// so nothing runs before `main` and no member is dropped by the linker.
#pragma once

#include "causeway/base/error.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::base {

/// `Member` has at least a `std::string_view name`.
template <typename Member>
class Registry {
public:
    /// `family` is the singular that messages use: "heuristic"; `members` outlives the registry.
    constexpr Registry(std::string_view family, std::span<const Member* const> members)
        : family_(family), members_(members) {}

    [[nodiscard]] constexpr std::span<const Member* const> members() const { return members_; }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> result;
        result.reserve(members_.size());
        for (const Member* member : members_) {
            result.emplace_back(member->name);
        }
        return result;
    }

    /// The member called `name`, or null.
    [[nodiscard]] constexpr const Member* find(std::string_view name) const {
        for (const Member* member : members_) {
            if (member->name == name) {
                return member;
            }
        }
        return nullptr;
    }

    /// The member called `name`. Throws InputError, which lists the names known; `source` is
    /// where the word was given ("--heuristic").
    [[nodiscard]] const Member& at(std::string_view name, std::string_view source) const {
        if (const Member* member = find(name)) {
            return *member;
        }
        throw InputError({.source = std::string(source),
                          .place = {},
                          .found = "the unknown " + std::string(family_) + " '" + std::string(name) + "'",
                          .accepted = joined(names())});
    }

private:
    std::string_view family_;
    std::span<const Member* const> members_;
};

}  // namespace causeway::base

/// A map that knows which of its values was used longest ago: what caches with a bound are made of.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <utility>

namespace causeway::base {

/// Values stay where they are until they are taken out. Using one allocates nothing.
template <typename Key, typename Value>
class RecentlyUsed {
public:
    struct Entry {
        Key key;
        Value value;
    };
    using Entries = std::list<Entry>;

    /// The value of `key`, which is used last from here on; null if there is none.
    [[nodiscard]] Value* use(const Key& key) {
        const auto known = place_of_.find(key);
        if (known == place_of_.end()) {
            return nullptr;
        }
        entries_.splice(entries_.begin(), entries_, known->second);
        return &known->second->value;
    }

    /// A new one, used last from here on. `key` must not be there.
    Value& enter(Key key, Value value) {
        Entries made;
        made.push_front({std::move(key), std::move(value)});
        place_of_.emplace(made.front().key, made.begin());
        entries_.splice(entries_.begin(), made);
        return entries_.front().value;
    }

    /// Takes out the one that was used longest ago. There must be one.
    [[nodiscard]] Entry take_oldest() {
        Entry oldest = std::move(entries_.back());
        place_of_.erase(oldest.key);
        entries_.pop_back();
        return oldest;
    }

    /// Takes out those from `first` on to before `end`, in the order of the keys.
    [[nodiscard]] Entries take_between(const Key& first, const Key& end) {
        Entries taken;
        const auto last = place_of_.lower_bound(end);
        for (auto place = place_of_.lower_bound(first); place != last; place = place_of_.erase(place)) {
            taken.splice(taken.end(), entries_, place->second);
        }
        return taken;
    }

    void clear() {
        place_of_.clear();
        entries_.clear();
    }

    [[nodiscard]] std::size_t size() const { return place_of_.size(); }

    /// The one that was used last first.
    [[nodiscard]] const Entries& entries() const { return entries_; }

private:
    Entries entries_;
    std::map<Key, typename Entries::iterator> place_of_;
};

}  // namespace causeway::base

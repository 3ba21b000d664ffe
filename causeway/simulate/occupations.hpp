/// What the transfers of a simulation do to the model's resources: found once for those that come again and again.
#pragma once

#include "causeway/model/network_model.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace causeway::simulate {

/// NetworkModel::occupation(), of so many pairs of processes and sizes as trees between the processes have; of more, or
/// of few blocks, each of which comes seldom, anew every time.
class Occupations {
public:
    /// The model outlives this.
    Occupations(const model::NetworkModel& model, int num_processes, int num_blocks)
        : model_(model),
          latest_(static_cast<std::size_t>(num_processes), nullptr),
          most_(num_blocks < kFewBlocks ? 0 : std::max(kFewest, kPairsOfProcess * latest_.size())) {}

    /// Stays as it is until it is asked for another of the same `transfer`: of those under way, by number.
    [[nodiscard]] const model::Occupation& of(int from, int to, Bytes size, std::size_t transfer) {
        Known*& latest = latest_[static_cast<std::size_t>(from)];
        const Key key{from, to, size.value()};
        if (latest != nullptr && latest->next != nullptr && latest->next->key == key) {
            latest = latest->next;
            return latest->occupation;
        }
        Known* known = most_ == 0 ? nullptr : find(key);
        if (known == nullptr) {
            own_.resize(std::max(own_.size(), transfer + 1));
            if (own_[transfer] == nullptr) {
                own_[transfer] = std::make_unique<model::Occupation>();
            }
            return *own_[transfer] = model_.occupation(from, to, size);
        }
        if (latest != nullptr) {
            latest->next = known;
        }
        latest = known;
        return known->occupation;
    }

private:
    static constexpr int kFewBlocks = 4;
    static constexpr std::size_t kFewest = 256;
    static constexpr std::size_t kPairsOfProcess = 4;

    struct Key {
        int from = 0;
        int to = 0;
        std::int64_t size = 0;

        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            const auto pair = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.from)) << 32U) |
                              static_cast<std::uint32_t>(key.to);
            const std::uint64_t mixed = (pair ^ (static_cast<std::uint64_t>(key.size) << 7U)) * 0x9e3779b97f4a7c15U;
            return mixed ^ (mixed >> 29U);
        }
    };
    struct Known {
        Key key;
        Known* next = nullptr;  ///< what the process sent after it the last time
        model::Occupation occupation;
    };

    static constexpr std::size_t kOfPage = 8;
    using Page = std::array<Known, kOfPage>;

    /// Null: there are as many as are kept.
    [[nodiscard]] Known* find(const Key& key) {
        const auto place = by_key_.find(key);
        if (place != by_key_.end()) {
            return place->second;
        }
        if (by_key_.size() == most_) {
            return nullptr;
        }
        const std::size_t number = by_key_.size();
        if (number % kOfPage == 0) {
            pages_.push_back(std::make_unique<Page>());
        }
        Known* known = &(*pages_.back())[number % kOfPage];
        known->key = key;
        known->occupation = model_.occupation(key.from, key.to, Bytes(key.size));
        by_key_.emplace(key, known);
        return known;
    }

    const model::NetworkModel& model_;
    std::vector<Known*> latest_;  ///< [process]: what it sent last
    std::size_t most_;
    std::vector<std::unique_ptr<Page>> pages_;
    std::unordered_map<Key, Known*, Hash> by_key_;
    std::vector<std::unique_ptr<model::Occupation>> own_;  ///< [transfer]: of those that are not kept
};

}  // namespace causeway::simulate

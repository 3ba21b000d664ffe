#include "causeway/inter_cluster/timed_tree.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace causeway::inter_cluster {

TimedTree::TimedTree(const ClusterProblem& problem, const std::vector<Send>& sends, Completion completion)
    : problem_(problem),
      completion_(completion),
      parent_(index(problem.size()), kNone),
      children_(index(problem.size())),
      tail_(index(problem.size())),
      height_(index(problem.size())) {
    assert(sends.size() + 1 == index(problem.size()));
    for (const Send& send : sends) {
        parent_[index(send.to)] = send.from;
    }
    // Who sends has received before: from the back, every cluster comes after all below it.
    for (std::size_t left = sends.size(); left > 0; --left) {
        const Send send = sends[left - 1];
        height_[index(send.to)] = height_of(send.to);
        add_child(send.from, send.to);
    }
    height_[index(problem.root)] = height_of(problem.root);
}

bool TimedTree::is_below(int cluster, int ancestor) const {
    while (cluster != kNone && cluster != ancestor) {
        cluster = parent_[index(cluster)];
    }
    return cluster == ancestor;
}

std::vector<int> TimedTree::critical() const {
    std::vector<int> result;
    int sender = problem_.root;
    for (;;) {
        const std::vector<int>& children = children_[index(sender)];
        Seconds sending;
        Seconds latest;
        std::size_t last = 0;  // of the children, who is done last
        for (std::size_t k = 0; k < children.size(); ++k) {
            sending += problem_.gap(sender, children[k]);
            const Seconds done = sending + tail_[index(children[k])];
            if (k == 0 || done > latest) {
                latest = done;
                last = k;
            }
        }
        if (children.empty() || own_time(sender, sending) >= latest) {
            result.insert(result.end(), children.begin(), children.end());
            return result;
        }
        result.insert(result.end(), children.begin(), children.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        sender = children[last];
    }
}

void TimedTree::move(int cluster, int sender) {
    const int before = parent(cluster);
    std::vector<int>& siblings = children_[index(before)];
    siblings.erase(std::find(siblings.begin(), siblings.end(), cluster));
    add_child(sender, cluster);
    update_from(before);
    update_from(sender);
}

std::vector<Send> TimedTree::sends() const {
    struct Timed {
        Seconds start;
        Send send;
    };
    std::vector<Timed> timed;
    std::vector<Seconds> arrival(height_.size());
    std::vector<int> open{problem_.root};
    for (std::size_t next = 0; next < open.size(); ++next) {
        const int from = open[next];
        Seconds start = arrival[index(from)];
        for (const int to : children_[index(from)]) {
            timed.push_back({start, {from, to}});
            arrival[index(to)] = start + problem_.transfer_time(from, to);
            start += problem_.gap(from, to);
            open.push_back(to);
        }
    }
    // Stable: where transfers take no time, a cluster still receives before it sends.
    std::stable_sort(timed.begin(), timed.end(), [](const Timed& a, const Timed& b) { return a.start < b.start; });
    std::vector<Send> result;
    result.reserve(timed.size());
    for (const Timed& one : timed) {
        result.push_back(one.send);
    }
    return result;
}

Seconds TimedTree::own_time(int cluster, Seconds sending) const {
    const Seconds local_time = problem_.local_time[index(cluster)];
    return completion_ == Completion::kSequential ? sending + local_time : std::max(sending, local_time);
}

Seconds TimedTree::height_of(int cluster) const {
    Seconds sending;
    Seconds height;
    for (const int child : children_[index(cluster)]) {
        sending += problem_.gap(cluster, child);
        height = std::max(height, sending + tail_[index(child)]);
    }
    return std::max(height, own_time(cluster, sending));
}

void TimedTree::add_child(int sender, int cluster) {
    parent_[index(cluster)] = sender;
    children_[index(sender)].push_back(cluster);
    settle_child(sender, cluster);
}

/// Renews the tail of one child and moves it to where it then belongs.
void TimedTree::settle_child(int sender, int cluster) {
    const Seconds tail = problem_.latency(sender, cluster) + height_[index(cluster)];
    tail_[index(cluster)] = tail;
    std::vector<int>& children = children_[index(sender)];
    auto place = std::find(children.begin(), children.end(), cluster);
    for (; place != children.begin() && tail_[index(*(place - 1))] < tail; --place) {
        std::iter_swap(place, place - 1);
    }
    for (; place + 1 != children.end() && tail_[index(*(place + 1))] > tail; ++place) {
        std::iter_swap(place, place + 1);
    }
}

/// Renews heights from `cluster` upwards, as far as they change.
void TimedTree::update_from(int cluster) {
    for (;;) {
        const Seconds height = height_of(cluster);
        if (height == height_[index(cluster)]) {
            return;
        }
        height_[index(cluster)] = height;
        const int sender = parent(cluster);
        if (sender == kNone) {
            return;
        }
        settle_child(sender, cluster);
        cluster = sender;
    }
}

}  // namespace causeway::inter_cluster

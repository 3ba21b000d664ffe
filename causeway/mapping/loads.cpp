#include "causeway/mapping/loads.hpp"

#include "causeway/base/index.hpp"

namespace causeway::mapping {

Loads::Loads(const Target& target, int num_processes)
    : target_(target),
      places_begin_(base::at(target.crossings().num_resources())),
      processes_begin_(places_begin_ + kPartsOfPlace * base::at(target.num_places())),
      loads_(processes_begin_ + kPartsOfProcess * base::at(num_processes)) {}

void Loads::add(int from_place, int to_place, traffic::Volume volume, double times) {
    const bool is_from_known = target_.place(from_place).hosts == Place::Hosts::kOne;
    const bool is_to_known = target_.place(to_place).hosts == Place::Hosts::kOne;
    for (const Use& use : target_.uses(from_place, to_place)) {
        const double change = times * use.time.of(volume).value();
        switch (use.of) {
            case Use::Of::kPlatform:
                propose(static_cast<std::size_t>(use.resource), change);
                break;
            case Use::Of::kSendersHost:
                if (is_from_known) {
                    propose(of_place(from_place, Resource::Part::kOut), change);
                }
                break;
            case Use::Of::kReceiversHost:
                if (is_to_known) {
                    propose(of_place(to_place, Resource::Part::kIn), change);
                }
                break;
            case Use::Of::kWithinHost:
                propose(of_place(from_place, Resource::Part::kInside), change);
                break;
        }
    }
}

void Loads::add_own(int process, int place, traffic::Volume sent, traffic::Volume received, double times) {
    if (target_.place(place).hosts != Place::Hosts::kOneSlotEach) {
        return;
    }
    for (const Use& use : target_.uses(place, place)) {
        if (use.of == Use::Of::kSendersHost) {
            propose(of_process(process, Resource::Part::kOut), times * use.time.of(sent).value());
        } else if (use.of == Use::Of::kReceiversHost) {
            propose(of_process(process, Resource::Part::kIn), times * use.time.of(received).value());
        }
    }
}

Loads::Resource Loads::busiest_is() const {
    const std::size_t resource = loads_.winner();
    const auto part_of = [](std::size_t offset, std::size_t parts) {
        return static_cast<Resource::Part>(offset % parts);
    };
    if (resource < places_begin_) {
        return {Resource::Of::kPlatform, static_cast<int>(resource), Resource::Part::kOut};
    }
    if (resource < processes_begin_) {
        const std::size_t offset = resource - places_begin_;
        return {Resource::Of::kPlace, static_cast<int>(offset / kPartsOfPlace), part_of(offset, kPartsOfPlace)};
    }
    const std::size_t offset = resource - processes_begin_;
    return {Resource::Of::kProcess, static_cast<int>(offset / kPartsOfProcess), part_of(offset, kPartsOfProcess)};
}

}  // namespace causeway::mapping

/// Where the time of a message between two hosts jumps or bends: from which size on messages go another way.
#pragma once

#include "causeway/fit/ethernet_samples.hpp"

#include <optional>

namespace causeway::fit {

/// The sampled size behind which two straight lines, one for the messages up to it and one for those beyond, explain
/// the round trips of the median pair so much better than one for all that noise does not account for it; nothing where
/// one line does. Of a pair and size the median of its samples counts. Two sizes at least stand on each side, of six in
/// all that the pair was measured with.
///
/// Source: Lastovetsky, Mkwawa and O'Flynn, section 5: "a threshold where the model would have to have two simultaneous
/// equations".
[[nodiscard]] std::optional<Bytes> change_of_costs(const EthernetSamples& samples);

}  // namespace causeway::fit

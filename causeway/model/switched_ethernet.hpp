/// Unequal hosts on a switched Ethernet as resources, so that any schedule can be simulated.
///
/// Source: Lastovetsky, Mkwawa and O'Flynn, section 3: a message takes the sender's processor, the wire, and the
/// receiver's processor, one after another.
#pragma once

#include "causeway/model/network_model.hpp"
#include "causeway/platform/ethernet.hpp"

namespace causeway::model {

/// The resources that a transfer from one host to another takes.
struct EthernetResources {
    int from_processor = 0;
    int wire = 0;
    int to_processor = 0;
};

/// The sender's processor for C_i + t_i m, then the wire of that pair for m / beta_ij, then the receiver's processor
/// for C_j + t_j m. Arrives after T_ij(m) (equation 5) when nothing is in its way.
[[nodiscard]] Occupation ethernet_transfer(const platform::Ethernet& ethernet, int from, int to, Bytes size,
                                           const EthernetResources& resources);

/// What a sender does while its message is under way.
enum class Sends {
    kNonblocking,  ///< it goes on to the next as soon as its processor is free
    kBlocking,     ///< of messages longer than S it waits until they have arrived
};

/// One process on each host. A processor serves what it sends and what it receives in turn; each message costs its
/// sender C_i, of which equation 6 counts one for all.
class SwitchedEthernet final : public NetworkModel {
public:
    /// `ethernet` outlives the model.
    explicit SwitchedEthernet(const platform::Ethernet& ethernet, Sends sends = Sends::kNonblocking)
        : ethernet_(&ethernet), sends_(sends) {}

    [[nodiscard]] int num_resources() const override;
    [[nodiscard]] Occupation occupation(int from, int to, Bytes size) const override;

private:
    const platform::Ethernet* ethernet_;
    Sends sends_;
};

}  // namespace causeway::model

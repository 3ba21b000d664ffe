/// What to offer over each link so that some uplinks and downlinks show what they carry while no other end limits them.
///
/// Example for four clusters that each carry 20 both ways: 23 out of a, b and c each are taken by the four downlinks,
/// which get no more than 20; so the three show in one experiment whether they carry 20 or more. 23 into d beside it
/// would not tell whether d or those that send to it limit what arrives: its turn comes later.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"

#include <vector>

namespace causeway::discovery {

enum class Way { kOut, kIn };

/// What carries all that leaves a cluster, or all that enters it.
struct UplinkSide {
    Way way = Way::kOut;
    int cluster = 0;

    friend bool operator==(const UplinkSide&, const UplinkSide&) = default;
};

/// What every uplink and downlink is known to carry, [cluster].
struct Carried {
    std::vector<BytesPerSecond> out;
    std::vector<BytesPerSecond> in;

    [[nodiscard]] BytesPerSecond of(UplinkSide side) const {
        return (side.way == Way::kOut ? out : in)[static_cast<std::size_t>(side.cluster)];
    }
};

/// An experiment that tests some sides: every link in use has one end that is tested, and the other ends are offered no
/// more than they are known to carry, so that what falls short does so at the end that is tested.
class UplinkOffers {
public:
    /// `link`: what may be offered over each link, [from cluster][to cluster]; nothing on the diagonal.
    UplinkOffers(const base::SquareMatrix<BytesPerSecond>& link, const Carried& carried);

    /// The most that the others take from it, or give to it, beside what is offered so far.
    [[nodiscard]] BytesPerSecond most(UplinkSide side) const;

    /// Offers so much to the side, over all its links. False, with nothing changed, where the others have not so much
    /// room, or where it is the other end of a side that is tested.
    bool test(UplinkSide side, BytesPerSecond wanted);

    /// [from cluster][to cluster].
    [[nodiscard]] const base::SquareMatrix<BytesPerSecond>& offers() const { return offers_; }

    /// What is offered to the side.
    [[nodiscard]] BytesPerSecond offered(UplinkSide side) const;

private:
    [[nodiscard]] bool is_tested(UplinkSide side) const;
    /// Over the link between the side and another cluster, 0 for its own.
    [[nodiscard]] BytesPerSecond most(UplinkSide side, int other) const;

    base::SquareMatrix<BytesPerSecond> link_;
    Carried carried_;
    base::SquareMatrix<BytesPerSecond> offers_;
    std::vector<UplinkSide> tested_;
};

}  // namespace causeway::discovery

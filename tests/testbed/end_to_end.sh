#!/bin/sh
# A tiny grid comes up, runs a command in a host, is changed, and goes down without a trace.
# Usage: end_to_end.sh CAUSEWAY-TESTBED
set -eu
testbed=$1

if ! "$testbed" check; then
  exit 77
fi

folder=$(mktemp -d)
CAUSEWAY_TESTBED_STATE="$folder/state"
export CAUSEWAY_TESTBED_STATE
trap '"$testbed" down --all >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT

fail() {
  echo "failed: $1" >&2
  exit 1
}

cat > "$folder/tiny.json" <<'GRID'
{"causeway": "grid", "version": 1, "name": "tiny", "lan_latency": 5e-5, "nic_rate": 1e8,
 "sites": [{"name": "a", "hosts": 2, "uplink_rate": 1e7}, {"name": "b", "hosts": 1, "uplink_rate": 1e7}],
 "latency": [{"between": ["a", "b"], "seconds": 0.001}]}
GRID

"$testbed" up "$folder/tiny.json" | grep -q "tiny is up: 3 hosts on 2 sites" || fail "up says what is up"
if "$testbed" up "$folder/tiny.json" 2>/dev/null; then fail "a second grid of the same name is refused"; fi

test "$("$testbed" exec b0 -- hostname)" = b0 || fail "a host has its own name"
"$testbed" exec a1 -- grep -q "^10\.77\.[0-9]*\.3 b0" /etc/hosts || fail "a host knows the others by name"
code=0
"$testbed" exec a0 -- sh -c 'exit 7' || code=$?
test "$code" = 7 || fail "the exit code is the command's"
code=0
"$testbed" exec z9 -- true 2>/dev/null || code=$?
test "$code" = 1 || fail "an unknown host is refused"

"$testbed" set tiny latency a b 0.002 || fail "a latency can be changed"
"$testbed" status tiny --format json | grep -q '"seconds": 0.002' || fail "the change shows"
"$testbed" set tiny per_flow_limit a b 1e6 || fail "a limit of a flow can be set"
"$testbed" status tiny | grep -q "between a and b: a flow at most 1.00 MB/s" || fail "the limit shows"
"$testbed" set tiny per_flow_limit a b none || fail "and be lifted"
if "$testbed" status tiny | grep -q "a flow at most"; then fail "a limit that is lifted is gone"; fi
code=0
"$testbed" set tiny latency a a 0.002 2>/dev/null || code=$?
test "$code" = 2 || fail "a wrong change is wrong input"

cat > "$folder/changing.json" <<'GRID'
{"causeway": "grid", "version": 1, "name": "changing", "lan_latency": 5e-5, "nic_rate": 1e8,
 "sites": [{"name": "a", "hosts": 1, "uplink_rate": 1e7}, {"name": "b", "hosts": 1, "uplink_rate": 1e7}],
 "latency": [{"between": ["a", "b"], "seconds": 0.001}],
 "changes": [{"after": 0, "set": {"what": "uplink", "sites": ["b"], "value": 123}},
             {"after": 1000, "set": {"what": "loss", "sites": ["a", "b"], "value": 0.1}}]}
GRID
"$testbed" up "$folder/changing.json" > "$folder/up"
"$testbed" status changing --format json | grep -q '"uplink_rate": 123' || fail "a change that is due is made"
"$testbed" status changing | grep -q "in [0-9.]* s: loss between a and b becomes 0.1" || fail "one to come shows"
"$testbed" down changing > "$folder/down"

cat > "$folder/nested.json" <<'GRID'
{"causeway": "grid", "version": 1, "name": "nested", "lan_latency": 5e-5, "nic_rate": 1e8, "latency": 0.002,
 "sites": [{"name": "a", "uplink_rate": 1e7, "latency": 0.001,
            "lans": [{"name": "aa", "hosts": 1, "uplink_rate": 2e7}, {"name": "ab", "hosts": 1, "uplink_rate": 2e7}]},
           {"name": "b", "hosts": 1, "uplink_rate": 1e7}]}
GRID
"$testbed" up "$folder/nested.json" | grep -q "nested is up: 3 hosts on 2 sites, 2 LANs" || fail "LANs are told apart"
"$testbed" set nested uplink a 123 || fail "the uplink of a site of LANs can be changed"
"$testbed" status nested --format json | grep -q '"uplink_rate": 123' || fail "the change of a site of LANs shows"
code=0
"$testbed" set nested latency aa b 0.002 2> "$folder/refused" || code=$?
test "$code" = 2 || fail "a LAN and another site have no latency of their own"
grep -q "here 'a' and 'b'" "$folder/refused" || fail "it is said between what the latency is"
"$testbed" set nested uplink a 1e7
"$testbed" set nested noise '{"cross_traffic": [{"from": "aa0", "to": "ab0", "rate": 1e6}]}'
passed() { "$testbed" status nested | sed -n "s/^  $1  *\([0-9]*\) .*/\1/p"; }
tries=0
while test "$(passed "aa to ab")" = "" || test "$(passed "aa to ab")" -lt 100000; do
  tries=$((tries + 1))
  test $tries -lt 200 || fail "what passes between two LANs is counted"
  sleep 0.1
done
test "$(passed aa)" -ge 100000 || fail "it is counted at the boundary of the LAN"
test "$(passed a)" = 0 || fail "it does not pass the boundary of the site"
"$testbed" down nested > "$folder/down"

"$testbed" set tiny noise '{"router": "ordinary", "busy_loops": 1,
  "cross_traffic": [{"from": "a0", "to": "b0", "rate": 1e6}]}' || fail "a grid can be made noisy"
"$testbed" status tiny | grep -q "(ordinary priority)" || fail "an ordinary router is one"
"$testbed" status tiny | grep -q "noise: cross traffic from a0 to b0, 1.00 MB/s" || fail "noise shows"
router=$("$testbed" status tiny --format json | sed -n 's/.*"pid": \([0-9]*\).*/\1/p')
children() { grep -l "^PPid:[^0-9]*$router$" /proc/[0-9]*/status 2>/dev/null | wc -l; }
test "$(children)" = 2 || fail "a busy loop and a connection are two processes"
packets() { "$testbed" status tiny --format json | sed -n '/"lag"/q; s/.*"packets": \([0-9]*\).*/\1/p'; }
before=$(packets)
tries=0
while test "$(packets)" -lt $((before + 100)); do
  tries=$((tries + 1))
  test $tries -lt 200 || fail "cross traffic flows"
  sleep 0.1
done
code=0
"$testbed" set tiny noise '{"busy_loops": "many"}' 2>/dev/null || code=$?
test "$code" = 2 || fail "wrong noise is wrong input"
"$testbed" set tiny noise none || fail "noise can be ended"
test "$(children)" = 0 || fail "noise that is ended leaves no process"

# A loaded machine may see other figures; that all are told is what counts here.
"$testbed" check "$folder/tiny.json" > "$folder/check" || test $? = 1 || fail "a grid can be checked"
grep -q "figures are as configured" "$folder/check" || fail "check tells how many figures agree"
grep -q "rate b to a, 1 flow" "$folder/check" || fail "check tells the rates"

"$testbed" down tiny | grep -q "tiny is down" || fail "down says what is down"
"$testbed" down tiny | grep -q "tiny was not up" || fail "down may be repeated"
test -z "$(ls "$CAUSEWAY_TESTBED_STATE")" || fail "nothing is left"

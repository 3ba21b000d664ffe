"""The verb simulate."""

import json
import pathlib
import unittest

from program import CommandLineTest, PLATFORM


class SimulateTest(CommandLineTest):
    def plan(self, *arguments):
        chosen = self.json("plan", PLATFORM, *arguments, "--save", "plan.json")["choice"]
        return chosen, str(self.folder / "plan.json")

    def schedule(self, *arguments):
        self.good("schedule", PLATFORM, "--format", "json", "-o", "schedule.json", *arguments)
        return json.loads((self.folder / "schedule.json").read_text()), str(self.folder / "schedule.json")

    def test_a_plan_takes_what_was_predicted_of_it(self):
        for collective in ["broadcast", "allreduce", "scatter"]:
            with self.subTest(collective):
                chosen, file = self.plan("--collective", collective, "--bytes", "1M", "--root", "2")
                result = self.json("simulate", file, PLATFORM)
                self.assertEqual((result["collective"], result["bytes"], result["root"], result["processes"]),
                                 (collective, 1 << 20, 0 if collective == "allreduce" else 2, 6))
                self.assertEqual(chosen["basis"], "simulated")
                self.assertAlmostEqual(result["seconds"], chosen["seconds"], delta=0.02 * chosen["seconds"])
                self.assertAlmostEqual(max(one["arrival"] for one in result["messages"]), result["seconds"])
                for one in result["messages"]:
                    self.assertLess(one["start"], one["arrival"])
                    self.assertNotEqual(one["from"], one["to"])
                self.assertEqual(sum(one["messages"] for one in result["routes"]), len(result["messages"]))
                self.assertEqual(sum(one["bytes"] for one in result["routes"]),
                                 sum(one["bytes"] for one in result["messages"]))

    def test_a_broadcast_brings_everybody_all_bytes_but_the_root(self):
        _, file = self.plan("--bytes", "1M", "--root", "0")
        received = [0] * 6
        for one in self.json("simulate", file, PLATFORM)["messages"]:
            received[one["to"]] += one["bytes"]
        self.assertEqual(received, [0] + [1 << 20] * 5)

    def test_a_schedule_takes_on_its_platform_what_it_says(self):
        for completion in ["sequential", "overlapped"]:
            written, file = self.schedule("--root", "b", "--bytes", "1M", "--completion", completion)
            result = self.json("simulate", file, PLATFORM)
            self.assertEqual((result["root"], result["bytes"], result["completion"]), ("b", 1 << 20, completion))
            for one, other in zip(result["schedules"], written["schedules"], strict=True):
                self.assertEqual(one, {key: other[key] for key in ["heuristic", "makespan", "sends", "completion"]})

    def test_a_schedule_is_carried_out_on_another_platform_in_its_order(self):
        written, file = self.schedule("--heuristic", "flat", "--bytes", "1M")

        def make_slower(document):
            for link in document["links"]:
                link["plogp"]["latency"] += 1.0

        result = self.json("simulate", file, self.platform(make_slower))["schedules"][0]
        before = written["schedules"][0]
        self.assertEqual([(one["from"], one["to"]) for one in result["sends"]],
                         [(one["from"], one["to"]) for one in before["sends"]])
        self.assertGreater(result["makespan"], before["makespan"] + 0.9)

    def test_the_trace_has_all_sends(self):
        _, plan = self.plan("--bytes", "64K")
        _, schedule = self.schedule("--heuristic", "flat")
        for file, sends in [(plan, len(self.json("simulate", plan, PLATFORM)["messages"])), (schedule, 2)]:
            self.good("simulate", file, PLATFORM, "--chrome-trace", "trace.json")
            events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
            self.assertGreaterEqual(sum(event["ph"] == "X" for event in events), sends)

    def test_people_see_the_routes(self):
        _, file = self.plan("--bytes", "1M")
        lines = self.good("simulate", file, PLATFORM).splitlines()
        self.assertRegex(lines[0], r"^broadcast of 1 MiB by .* is over after .*: \d+ messages among 6 processes$")
        self.assertRegex("\n".join(lines), r"(?m)^a to b\b")

    def test_what_does_not_fit_is_refused(self):
        _, file = self.plan("--bytes", "1M")

        def make_slower(document):
            document["links"][0]["plogp"]["latency"] += 1.0

        self.refused("simulate", file, self.platform(make_slower), says=["plan.json", "platform"])
        for root, says in [(6, "the root 6 of 6 processes"), (5, "the root's cluster")]:
            document = json.loads(pathlib.Path(file).read_text())
            document["root"] = root
            self.refused("simulate", self.file("bad.json", json.dumps(document)), PLATFORM,
                         says=["bad.json", says, "a plan for the 6 processes"])
        self.plan("--strategy", "native")
        self.refused("simulate", file, PLATFORM, says=["plan.json", "the MPI library's own", "a plan of ours"])
        written, _ = self.schedule("--heuristic", "flat")
        for change, says in [(lambda sends: sends[0].update({"to": "z"}), ["sends[0].to", '"z"', "a, b, c"]),
                             (lambda sends: sends[1].update({"to": sends[0]["to"]}), ["sends[1].to", "not received"]),
                             (lambda sends: sends[0].update({"from": "c"}), ["sends[0].from", "has the message"])]:
            document = json.loads(json.dumps(written))
            change(document["schedules"][0]["sends"])
            self.refused("simulate", self.file("bad.json", json.dumps(document)), PLATFORM, says=["bad.json", *says])
        self.refused("simulate", self.file("empty.json", "{}"), PLATFORM, says=["empty.json", "causeway"])


if __name__ == "__main__":
    unittest.main()

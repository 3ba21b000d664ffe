"""The verb tree."""

import json
import unittest

from program import CommandLineTest, GRAPH, PLATFORM


class TreeTest(CommandLineTest):
    def test_json_has_the_keys_of_the_contract_for_every_heuristic(self):
        listed = [entry["name"] for entry in self.json("list", "trees")["trees"]]
        self.assertIn("local-search", listed)
        for port in ["one", "one-unidirectional", "multi", "send-link-receive"]:
            result = self.json("tree", self.graph(), "--source", "p0", "--port", port, "--heuristic", "all",
                               "--trees", "3")
            self.assertEqual([one["heuristic"] for one in result["trees"]], listed)
            self.assertEqual((result["source"], result["port"]), ("p0", port))
            for one in result["trees"]:
                self.assertAlmostEqual(one["ratio"], one["throughput"] / result["bound"])
                self.assertLessEqual(one["ratio"], 1 + 1e-9)
                if one["heuristic"] != "binomial":
                    self.assertEqual(sorted(to for _, to in one["edges"]), ["p1", "p2", "p3", "p4"])
            packing = result["packing"]
            self.assertLessEqual(len(packing["trees"]), 3)
            self.assertAlmostEqual(packing["throughput"], sum(tree["weight"] for tree in packing["trees"]))
            self.assertEqual([one["most_trees"] for one in result["packing_ratios"]], [1, 2, 3])
            certificate = result["certificate"]
            self.assertLessEqual(certificate["gap"], 1e-9)
            self.assertTrue(certificate["binding"])
            self.assertAlmostEqual(sum(certificate["prices"].values()), result["bound"])
            self.assertAlmostEqual(sum(cut["weight"] for cut in certificate["cuts"]), 1)

    def test_throughput_is_that_of_the_edges(self):
        time = {(edge["from"], edge["to"]): edge["time"] for edge in GRAPH["edges"]}
        for one in self.json("tree", self.graph(), "--trees", "1")["trees"]:
            sends = {}
            for start, end in one["edges"]:
                sends[start] = sends.get(start, 0) + time[start, end]
            self.assertAlmostEqual(one["throughput"], 1 / max(sends.values()), places=6)

    def test_heuristics_can_be_chosen(self):
        result = self.json("tree", self.graph(), "--heuristic", "growing,simple-pruning", "--trees", "1")
        self.assertEqual([one["heuristic"] for one in result["trees"]], ["growing", "simple-pruning"])
        # The chain carries a slice each 0.01 s, and nothing is faster.
        self.assertAlmostEqual(result["bound"], 100)
        self.assertEqual(result["trees"][0]["edges"], [["p0", "p1"], ["p1", "p2"], ["p2", "p3"], ["p3", "p4"]])

    def test_the_conclusion_says_bound_best_tree_and_what_limits(self):
        text = self.good("tree", self.graph(), "--slice", "1000000")
        first = text.splitlines()[0]
        for words in ["p0", "100 slices/s", "100 MB/s", "reaches 1.00 of that with one tree", "limited by", "port of p"]:
            self.assertIn(words, first)
        self.assertRegex(text, r"(?m)^growing\s+100\.00\s+1\.000\s+100 MB/s\s+40\.0 ms$")

    def test_the_same_seed_gives_the_same_result(self):
        first, second = (self.good("tree", self.graph(), "--seed", "7", "--format", "json") for _ in range(2))
        self.assertEqual(first, second)

    def test_a_single_node_needs_nothing(self):
        graph = self.graph(lambda document: document.update(nodes=["p0"], edges=[]))
        self.assertIn("nothing is to be sent", self.good("tree", graph))
        self.assertIsNone(self.json("tree", graph)["bound"])

    def both_ways(self, **changes):
        """p0 - p1 - p2, both ways; a slice of 1 MB takes 10 ms over the first edge, 20 over the second."""
        edges = [{"from": a, "to": b, "time": time, "latency": 0.001}
                 for one, other, time in [("p0", "p1", 0.01), ("p1", "p2", 0.02)] for a, b in [(one, other), (other, one)]]
        return self.graph(lambda document: document.update(nodes=["p0", "p1", "p2"], edges=edges, **changes))

    def test_every_collective_has_a_bound_with_its_proof(self):
        graph = self.both_ways(slice_bytes=1000000)
        # Seconds for a slice: everything crosses the second edge, once where all have the same data.
        expected = {"broadcast": 0.02, "reduce": 0.02, "allreduce": 0.02, "gather": 0.02, "scatter": 0.02,
                    "allgather": 0.04, "reduce_scatter": 0.04, "alltoall": 0.04}
        for collective, seconds in expected.items():
            with self.subTest(collective):
                result = self.json("tree", graph, "--collective", collective, "--port", "multi", "--bytes", "10000000")
                self.assertEqual(result["collective"], collective)
                self.assertAlmostEqual(result["bound"], 1 / seconds)
                self.assertGreaterEqual(result["seconds"], 10 * seconds)
                self.assertLess(result["seconds"], 10 * seconds + 0.003)
                self.assertAlmostEqual(result["latency_seconds"], 0.002)
                certificate = result["certificate"]
                self.assertLess(certificate["gap"], 1e-9)
                self.assertAlmostEqual(sum(certificate["prices"].values()), result["bound"])
                self.assertEqual(bool(result["ways"]), collective not in ["broadcast", "reduce", "allreduce"])
                self.assertEqual("packing" in result, collective in ["broadcast", "reduce", "allreduce"])

    def test_ways_and_trees_lead_where_the_data_goes(self):
        graph = self.both_ways()
        gather = self.json("tree", graph, "--collective", "gather", "--port", "multi")
        self.assertIn({"from": "p2", "to": "p0", "slices": 1.0, "edges": [["p2", "p1"], ["p1", "p0"]]}, gather["ways"])
        reduce = self.json("tree", graph, "--collective", "reduce", "--port", "multi", "--heuristic", "growing")
        self.assertEqual(reduce["trees"][0]["edges"], [["p2", "p1"], ["p1", "p0"]])
        scattered = self.json("tree", graph, "--collective", "reduce_scatter", "--port", "multi")
        self.assertIn({"from": None, "to": "p2", "slices": 1.0, "edges": [["p0", "p1"], ["p1", "p2"]]}, scattered["ways"])

    def test_a_barrier_is_bound_by_latencies(self):
        result = self.json("tree", self.both_ways(), "--collective", "barrier")
        self.assertIsNone(result["bound"])
        self.assertAlmostEqual(result["latency_seconds"], 0.002)
        self.assertIn("2.00 ms", self.good("tree", self.both_ways(), "--collective", "barrier"))

    def test_a_platform_file_is_a_graph_of_its_clusters(self):
        result = self.json("tree", PLATFORM, "--collective", "allgather", "--source", "b")
        self.assertEqual((result["nodes"], result["source"], result["port"]), (3, "b", "multi"))
        self.assertEqual(result["processes"], [3, 2, 1])
        self.assertTrue(result["ways"])
        self.refused("tree", PLATFORM, "--port", "one", says=["--port", "one", "multi"])
        self.refused("tree", PLATFORM, "--source", "z", says=["z", "a"])

    def chain(self, **changes):
        """p0 -> p1 -> p2, a millisecond of start-up and 100 MB/s each."""
        edges = [{"from": a, "to": b, "bandwidth": 1e8, "start_up": 0.001} for a, b in [("p0", "p1"), ("p1", "p2")]]
        return self.graph(lambda document: document.update(nodes=["p0", "p1", "p2"], edges=edges, **changes))

    def test_a_message_takes_the_slices_that_suit_it(self):
        result = self.json("tree", self.chain(), "--bytes", "6400000", "--heuristic", "growing", "--trees", "1")
        # n slices take (n + 1) (1 ms + 64 ms / n): least at n = 8.
        tree = result["trees"][0]
        self.assertEqual((tree["slices"], tree["slice_bytes"]), (8, 800000))
        self.assertAlmostEqual(tree["seconds"], 9 * 0.009)
        self.assertGreaterEqual(tree["seconds"], result["seconds"])
        whole = result["whole_message"]
        self.assertEqual(whole["bytes"], 6400000)
        self.assertAlmostEqual(whole["makespans"]["growing"], 2 * 0.065)
        self.assertAlmostEqual(whole["optimum"]["seconds"], 2 * 0.065)
        text = self.good("tree", self.chain(), "--bytes", "6400000")
        self.assertRegex(text, r"(?m)^growing .* 81\.0 ms +800000 B +130 ms$")
        self.assertRegex(text, r"(?m)^optimum +130 ms$")

    def test_slices_whose_times_alone_are_known_stay(self):
        result = self.json("tree", self.graph(lambda document: document.update(slice_bytes=1000)), "--bytes", "9500",
                           "--heuristic", "growing")
        tree = result["trees"][0]
        self.assertEqual(tree["slices"], 10)
        self.assertAlmostEqual(tree["seconds"], (4 + 9) * 0.01)
        self.assertEqual(result["whole_message"]["bytes"], 1000)

    def test_one_whole_message_stands_beside_its_optimum(self):
        nodes = [f"p{i}" for i in range(4)]
        graph = self.graph(lambda document: document.update(
            nodes=nodes, edges=[{"from": a, "to": b, "time": 1} for a in nodes for b in nodes if a != b]))
        whole = self.json("tree", graph)["whole_message"]
        self.assertEqual((whole["makespans"]["fastest-node-first"], whole["makespans"]["growing"]), (2, 3))
        self.assertEqual((whole["optimum"]["seconds"], whole["optimum"]["proved"]), (2, True))
        self.assertEqual(len(whole["optimum"]["edges"]), 3)
        many = [f"p{i}" for i in range(13)]
        chain = self.graph(lambda document: document.update(
            nodes=many, edges=[{"from": a, "to": b, "time": 1} for a, b in zip(many, many[1:])]))
        self.assertIsNone(self.json("tree", chain)["whole_message"]["optimum"])
        self.assertIn("up to 12 nodes", self.good("tree", chain))

    def expect_timetable(self, timetable, holders):
        """No node sends a slice before it has it; `holders`: those that have one at first, or all (None)."""
        slices = {}
        for transfer in timetable["transfers"]:
            slices.setdefault(transfer["slice"], []).append(transfer)
        self.assertEqual(sorted(slices), list(range(timetable["slices"])))
        for transfers in slices.values():
            arrivals = {holder: 0 for holder in holders or [transfers[0]["from"]]}
            for transfer in sorted(transfers, key=lambda one: one["start"]):
                self.assertLessEqual(arrivals[transfer["from"]], transfer["start"] + 1e-9)
                self.assertLess(transfer["start"], transfer["arrival"])
                arrivals.setdefault(transfer["to"], transfer["arrival"])

    def test_the_timetable_is_printed_and_drawn(self):
        for port in ["one", "one-unidirectional", "multi", "send-link-receive"]:
            with self.subTest(port):
                result = self.json("tree", self.graph(), "--port", port, "--figure", "out.svg")
                timetable = result["timetable"]
                self.assertAlmostEqual(timetable["throughput"], timetable["slices"] / timetable["period"])
                self.assertAlmostEqual(timetable["ratio"], timetable["throughput"] / result["bound"])
                self.expect_timetable(timetable, ["p0"])
                figure = (self.folder / "out.svg").read_text()
                self.assertIn("<svg", figure)
                self.assertIn("of p0<" if port != "multi" else "the link from p0 to p1<", figure)
        text = self.good("tree", self.graph(), "--trees", "1")
        self.assertRegex(text, r"(?m)^Timetable of [a-z-]+: 100 slices/s, 1\.000 of the bound; every 10\.0 ms 1 slice, ")
        self.assertIn("  30.0 ms to 40.0 ms: slice 0, p3>p4", text)

    def test_slices_that_may_be_interrupted_fill_the_ports(self):
        nodes = [f"p{i}" for i in range(5)]
        time = {frozenset(pair): 0.01 + 0.003 * i for i, pair in
                enumerate((a, b) for a in nodes for b in nodes if a < b)}
        graph = self.graph(lambda document: document.update(nodes=nodes, edges=[
            {"from": a, "to": b, "time": time[frozenset((a, b))]} for a in nodes for b in nodes if a != b]))
        timetable = self.json("tree", graph)["timetable"]
        if "interrupted" in timetable:
            rounds = timetable["interrupted"]
            self.assertGreater(rounds["throughput"], timetable["throughput"])
            self.assertAlmostEqual(sum(one["seconds"] for one in rounds["rounds"]), rounds["period"])
            for one in rounds["rounds"]:
                for end in [0, 1]:
                    self.assertEqual(len({edge[end] for edge in one["edges"]}), len(one["edges"]))

    def test_series_of_every_collective_have_a_timetable(self):
        graph = self.both_ways(slice_bytes=1000000)
        for collective in ["scatter", "gather", "allgather", "reduce_scatter", "alltoall", "allreduce", "reduce"]:
            with self.subTest(collective):
                result = self.json("tree", graph, "--collective", collective, "--port", "multi", "--bytes", "10000000")
                timetable = result["timetable"]
                self.assertLessEqual(timetable["ratio"], 1 + 1e-6)
                self.assertEqual(timetable["operations"] > 0, collective not in ["allreduce", "reduce"])
                message = result["message"] if collective != "reduce" else result["packing_ratios"][-1]
                self.assertGreaterEqual(message["seconds"], result["seconds"] * (1 - 1e-9))
        self.assertNotIn("timetable", self.json("tree", graph, "--collective", "barrier"))
        self.assertRegex(self.good("tree", graph, "--collective", "scatter"), r"every \d+\.\d ms 1 scatter, ")
        self.refused("tree", graph, "--collective", "barrier", "--figure", "out.svg", says=["--figure"])

    def test_a_plan_over_the_best_trees_is_saved_for_the_platform(self):
        for collective in ["broadcast", "reduce"]:
            with self.subTest(collective):
                result = self.json("tree", PLATFORM, "--collective", collective, "--bytes", "512K", "--source", "b",
                                   "--save", "plan.json")
                plan = json.loads((self.folder / "plan.json").read_text())
                self.assertEqual((plan["causeway"], plan["collective"]), ("plan", collective))
                self.assert_seconds(result["plan"]["seconds"])
                simulated = self.json("plan", PLATFORM, "--collective", collective, "--bytes", "512K")
                self.assertEqual(plan["platform"], simulated["choice"]["plan"]["platform"])
        chosen = self.json("tree", PLATFORM, "--bytes", "512K", "--heuristic", "growing", "--trees", "1", "--save",
                           "plan.json")
        self.assertIn("(growing)", chosen["plan"]["description"])

    def test_what_no_plan_can_be_made_of_is_refused(self):
        self.refused("tree", self.both_ways(slice_bytes=1000), "--bytes", "1M", "--save", "plan.json",
                     says=["--save", "platform file"])
        self.refused("tree", PLATFORM, "--save", "plan.json", says=["--save", "--bytes"])
        self.refused("tree", PLATFORM, "--bytes", "1M", "--collective", "scatter", "--save", "plan.json",
                     says=["--save", "scatter", "plan --save"])
        self.assertFalse((self.folder / "plan.json").exists())

    def test_what_cannot_be_heard_is_refused(self):
        graph = self.graph()
        self.refused("tree", graph, "--collective", "reduce", says=["graph.json", "no path from", "p0"])
        self.refused("tree", graph, "--collective", "allgather", says=["graph.json", "no path from"])
        self.refused("tree", graph, "--collective", "scan", says=["--collective", "scan", "allgather"])
        self.refused("tree", graph, "--bytes", "1M", says=["slice_bytes", "--slice"])
        self.refused("tree", self.both_ways(slice_bytes=1000), "--bytes", "0", says=["--bytes", "at least 1"])

    def test_wrong_options_and_graphs_are_refused(self):
        graph = self.graph()
        self.refused("tree", graph, "--source", "p9", says=["graph.json", "p9", "p0"])
        self.refused("tree", graph, "--port", "two", says=["--port", "two", "one-unidirectional", "multi"])
        self.refused("tree", graph, "--heuristic", "magic", says=["--heuristic", "magic", "growing"])
        self.refused("tree", graph, "--trees", "0", says=["--trees", "0", "at least 1"])
        self.refused("tree", graph, "--steps", "-1", says=["--steps", "-1"])
        self.refused("tree", graph, "--slice", "many", says=["--slice", "many"])
        self.refused("tree", graph, "--slice", "0", says=["--slice", "0"])
        self.refused("tree", graph, "--source", "p3", says=["graph.json", "p3", "p0"])
        self.refused("tree", "nowhere.json", says=["nowhere.json"])
        self.refused("tree", graph, "--bandwidth", "fast", says=["--bandwidth", "fast", "bytes per second"])
        self.refused("tree", graph, "--bandwidth", "0", says=["--bandwidth", "0"])

    def test_bad_graphs_are_refused_with_their_place(self):
        for time in [0, -0.01]:
            wrong = self.graph(lambda document: document["edges"][0].update(time=time))
            self.refused("tree", wrong, says=["graph.json", "edges[0].time", "> 0"])
        twice = self.graph(lambda document: document["edges"].append(document["edges"][1]))
        self.refused("tree", twice, says=["graph.json", "edges[7]", "p1", "p2", "edges[1]"])
        stranger = self.graph(lambda document: document["edges"][2].update(to="p9"))
        self.refused("tree", stranger, says=["graph.json", "edges[2]", "p9"])
        cut_off = self.graph(lambda document: document.update(edges=document["edges"][:2]))
        self.refused("tree", cut_off, "--source", "p0", says=["graph.json", "p3", "p4"])
        self.refused("tree", self.file("graph.json", "not a graph"), says=["graph.json"])

    def test_links_without_a_speed_get_the_one_asked_for(self):
        graph = self.file("map.graphml", """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
            <key attr.name="LinkSpeedRaw" attr.type="double" for="edge" id="speed"/>
            <graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>
            <edge source="a" target="b"><data key="speed">8000000000</data></edge>
            <edge source="b" target="c"/></graph></graphml>""")
        slice_of_a_megabyte = ["--slice", "1000000", "--trees", "1"]
        self.assertAlmostEqual(self.json("tree", graph, *slice_of_a_megabyte)["bound"], 1000)
        result = self.json("tree", graph, *slice_of_a_megabyte, "--bandwidth", "5e7")
        self.assertAlmostEqual(result["bound"], 50)
        self.assertIn("50.0 MB/s", " ".join(result["remarks"]))


if __name__ == "__main__":
    unittest.main()

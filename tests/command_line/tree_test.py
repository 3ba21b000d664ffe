"""The verb tree."""

import unittest

from program import CommandLineTest, GRAPH


class TreeTest(CommandLineTest):
    def test_json_has_the_keys_of_the_contract_for_every_heuristic(self):
        listed = [entry["name"] for entry in self.json("list", "trees")["trees"]]
        self.assertIn("local-search", listed)
        for port in ["one", "one-unidirectional", "multi"]:
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
        self.assertRegex(text, r"(?m)^growing\s+100\.00\s+1\.000\s+100 MB/s$")

    def test_the_same_seed_gives_the_same_result(self):
        first, second = (self.good("tree", self.graph(), "--seed", "7", "--format", "json") for _ in range(2))
        self.assertEqual(first, second)

    def test_a_single_node_needs_nothing(self):
        graph = self.graph(lambda document: document.update(nodes=["p0"], edges=[]))
        self.assertIn("nothing is to be sent", self.good("tree", graph))
        self.assertIsNone(self.json("tree", graph)["bound"])

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

"""The verb tune, under mpirun, and that the MPI libraries read what it writes."""

import json
import os
import re
import subprocess
import unittest

from program import CommandLineTest, LAUNCH, WHO_WAITS

SIZE = 1 << 20


class UnderMpiOnThreeHostsTuneTest(CommandLineTest):
    ARGUMENTS = ["tune", "--bytes", "1K,1M", "--repetitions", "1", "--segments", "64K"]

    def test_every_algorithm_of_the_library_is_measured(self):
        result = self.json(*self.ARGUMENTS, "--collectives", "broadcast,barrier,alltoall", launch=LAUNCH)
        cases = [(row["collective"], row["processes"], row["bytes"]) for row in result["rows"]]
        self.assertEqual(sorted(cases), [("alltoall", 3, 1 << 10), ("alltoall", 3, SIZE), ("barrier", 3, 0),
                                         ("broadcast", 3, 1 << 10), ("broadcast", 3, SIZE)])
        names = {"Open MPI": {"default", "basic_linear", "pipeline", "knomial", "scatter_allgather"},
                 "MPICH": {"default", "MPIR_Bcast_intra_binomial", "MPIR_Bcast_intra_scatter_ring_allgather",
                           "MPIR_Bcast_allcomm_nb"}}[self.library(result)]
        for row in result["rows"]:
            ways = {way["name"] for way in row["ways"]}
            self.assertIn("default", ways)
            self.assertIn(row["name"], ways)
            for way in row["ways"]:
                self.assert_seconds(way["seconds"])
                self.assertIn(way["segment_bytes"], [0, 64 << 10] if row["bytes"] == SIZE else [0])
            if row["collective"] == "broadcast":
                self.assertLessEqual(names, ways)
            self.assertNotIn("two_proc", ways)  # which refuses three

    @staticmethod
    def library(result):
        return re.match(r"Open MPI|MPICH", result["mpi"]).group()

    def broadcast(self, says, **variables):
        """Runs who_waits with these in its environment. What rank 2 gets is waited for as long as that takes."""
        seconds = 2 if says == "rank 2 waits" else 80
        done = subprocess.run([*LAUNCH, WHO_WAITS, str(SIZE), str(seconds)], capture_output=True, text=True, timeout=600,
                              env={**os.environ, **variables}, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.strip(), says)

    def broadcast_by_open_mpi(self, rules, algorithm, says):
        """With the rules, once all for three processes are changed to this algorithm."""
        lines = rules.splitlines()
        first = lines.index("3 # processes and more") + 2
        for i in range(first, first + int(lines[first - 1].split()[0])):
            size, _, *rest = lines[i].split()
            lines[i] = " ".join([size, str(algorithm), *rest])
        path = self.file("changed", "\n".join(lines) + "\n")
        self.broadcast(says, OMPI_MCA_coll_tuned_use_dynamic_rules="1",
                       OMPI_MCA_coll_tuned_dynamic_rules_filename=str(path))

    def broadcast_by_mpich(self, rules, algorithm, says):
        document = json.loads(rules)
        sizes = document["collective=bcast"]["comm_type=intra"]
        self.assertEqual(list(sizes), ["comm_size<3", "comm_size<=3", "comm_size=any"])
        sizes["comm_size<=3"] = {f"algorithm=MPIR_Bcast_intra_{algorithm}": {}}
        path = self.file("changed", json.dumps(document))
        self.broadcast(says, MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE=str(path))

    def test_the_library_does_what_the_file_says(self):
        result = self.json(*self.ARGUMENTS, "--collectives", "broadcast", "--rules", "rules", launch=LAUNCH)
        rules = (self.folder / "rules").read_text()
        if self.library(result) == "Open MPI":
            linear, pipeline = 1, 3
            self.broadcast_by_open_mpi(rules, linear, "rank 2 is through")
            self.broadcast_by_open_mpi(rules, pipeline, "rank 2 waits")
        else:
            self.broadcast_by_mpich(rules, "binomial", "rank 2 is through")
            self.broadcast_by_mpich(rules, "scatter_ring_allgather", "rank 2 waits")

    def test_the_librarys_own_decision_alone(self):
        result = self.json(*self.ARGUMENTS, "--collectives", "broadcast", "--no-forced", "--processes", "2,3",
                           launch=LAUNCH)
        self.assertEqual([(row["processes"], row["bytes"]) for row in result["rows"]],
                         [(2, 1 << 10), (2, SIZE), (3, 1 << 10), (3, SIZE)])
        for row in result["rows"]:
            self.assertEqual([way["name"] for way in row["ways"]], ["default"])
            self.assertEqual(row["name"], "default")
            self.assertEqual(row["seconds"], row["default_seconds"])

    def test_text_and_csv(self):
        arguments = [*self.ARGUMENTS, "--collectives", "barrier"]
        self.assert_conclusion_first(self.good(*arguments, launch=LAUNCH))
        self.assertEqual([row["collective"] for row in self.rows(*arguments, launch=LAUNCH)], ["barrier"])

    def test_wrong_input_is_refused_once(self):
        self.refused("tune", "--collectives", "sort", says=["sort", "allreduce"], launch=LAUNCH)
        self.refused("tune", "--collectives", "scan", says=["--collectives", "scan"], launch=LAUNCH)
        self.refused("tune", "--processes", "4", says=["--processes", "4", "2 to 3"], launch=LAUNCH)
        self.refused("tune", "--bytes", "1K..", says=["--bytes"], launch=LAUNCH)
        self.refused("tune", "--repetitions", "0", says=["--repetitions"], launch=LAUNCH)
        self.refused("tune", "--rules-format", "magic", says=["--rules-format", "open-mpi", "mpich"], launch=LAUNCH)


if __name__ == "__main__":
    unittest.main()

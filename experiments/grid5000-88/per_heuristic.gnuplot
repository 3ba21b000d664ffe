# Time over size of every heuristic, as it ran (points) and as it was predicted (lines); see per_heuristic. Set with -e: input,
# output, name. After experiments/style.gnuplot.
set datafile separator ","
set title "Every heuristic on 88 machines, ".name.": run (points), predicted (lines)" noenhanced
set logscale x 2
set logscale y 10
set xlabel "message size"
set ylabel "time to the last process (ms)"
set xtics ("1 B" 1, "16 B" 16, "256 B" 256, "4 KiB" 4096, "64 KiB" 65536, "1 MiB" 1048576, "4 MiB" 4194304)
set xrange [1:4194304]
set key noenhanced
ways = 9
style(i) = i == ways + 1 ? 11 : i - 1  # the last one, which is no heuristic, is dashed
plot for [i = 2:ways + 1] input using 1:(1000 * column(i)) with points linestyle style(i) title columnheader(i), \
     for [i = 2:ways + 1] input using 1:(1000 * column(i + ways)) with lines linestyle style(i) notitle

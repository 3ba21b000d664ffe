# Time over size of every heuristic, as it ran (points) and as it was predicted (lines); see per_heuristic. Set with -e: input,
# output, name. After experiments/style.gnuplot.
set datafile separator ","
set title "MPI_Bcast by every heuristic on 88 machines, simulated (points) and predicted (lines), ".name noenhanced
set logscale x 2
set logscale y 10
set xlabel "message size"
set ylabel "time to the last process (ms)"
set xtics ("1 B" 1, "16 B" 16, "256 B" 256, "4 KiB" 4096, "64 KiB" 65536, "1 MiB" 1048576, "4 MiB" 4194304)
set xrange [1:4194304]
set key noenhanced
ways = 9
plot for [i = 2:ways + 1] input using 1:(1000 * column(i)) with points linestyle i - 1 title columnheader(i), \
     for [i = 2:ways + 1] input using 1:(1000 * column(i + ways)) with lines linestyle i - 1 notitle

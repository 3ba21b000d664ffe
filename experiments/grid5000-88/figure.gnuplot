# Time over size from a table of CSV; see run. Set with -e: input, output, heading. After experiments/style.gnuplot.
set datafile separator ","
set title heading noenhanced
set logscale x 2
set logscale y 10
set xlabel "message size"
set ylabel "time to the last process (ms)"
set xtics ("1 B" 1, "16 B" 16, "256 B" 256, "4 KiB" 4096, "64 KiB" 65536, "1 MiB" 1048576, "4 MiB" 4194304)
set xrange [1:4194304]
set key noenhanced
stats input skip 1 nooutput
plot for [i = 2:int(STATS_columns)] input using 1:(1000 * column(i)) with linespoints linestyle i - 1 title columnheader(i)

# Figures 3 to 6 of the source on simulated hosts, from the table that `simulated` writes.
#
#   gnuplot -e "folder='results'" ../style.gnuplot simulated.gnuplot
set datafile separator ","
table = folder."/simulated.csv"
is(name, column) = strcol(column) eq name
set xlabel "processes"
set ylabel "time to the last process (ms)"
set logscale y 10
sizes = "1 1024 16384 65536 262144 1048576"
named(size) = size < 1024 ? sprintf("%d B", size) : size < 1048576 ? sprintf("%d KiB", size / 1024) : sprintf("%d MiB", size / 1048576)

# Each strategy over the number of processes: run (points) and formula (lines).
do for [figure in "3:flat_tree 4:binomial_tree 5:segmented_chain"] {
  strategy = figure[3:]
  set output folder."/figure-".figure[1:1].".svg"
  set title system("echo ".strategy." | tr _ ' '").": run (points) and formula (lines)" noenhanced
  plot for [i = 1:words(sizes)] table using (is(strategy, 2) && is(word(sizes, i), 3) ? $1 : NaN):(1000 * $5) skip 1 \
         with points linestyle i title named(int(word(sizes, i))), \
       for [i = 1:words(sizes)] table using (is(strategy, 2) && is(word(sizes, i), 3) ? $1 : NaN):(1000 * $6) skip 1 \
         with lines linestyle i notitle
}

# The three over the size, 16 processes.
set output folder."/figure-6.svg"
set title "16 processes: run (points) and formula (lines)" noenhanced
set logscale x 2
set xlabel "message size"
set xtics ("1 B" 1, "16 B" 16, "256 B" 256, "4 KiB" 4096, "64 KiB" 65536, "1 MiB" 1048576)
strategies = "flat_tree binomial_tree segmented_chain"
plot for [i = 1:3] table using (is(word(strategies, i), 2) && is("16", 1) ? $3 : NaN):(1000 * $5) skip 1 \
       with points linestyle i title system("echo ".word(strategies, i)." | tr _ ' '"), \
     for [i = 1:3] table using (is(word(strategies, i), 2) && is("16", 1) ? $3 : NaN):(1000 * $6) skip 1 with lines linestyle i notitle

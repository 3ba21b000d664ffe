# Figures 3 to 6 of the source again, from the tables that `evaluate` writes.
#
#   gnuplot -e "folder='results'" ../style.gnuplot figures.gnuplot

strategies = "flat_tree flat_tree_rendezvous segmented_flat_tree chain chain_rendezvous segmented_chain binary_tree \
binomial_tree binomial_tree_rendezvous segmented_binomial_tree scatter_collection dary_tree knomial_tree two_trees circulant"
named(i) = system(sprintf("echo %s | tr _ ' '", word(strategies, i)))
table(i) = sprintf("%s/lan.%s.dat", folder, word(strategies, i))
where = "a LAN of 16 hosts"

set logscale xy
set ylabel "time to the last process (s)"
set format y "10^{%L}"

# Over the message size, all processes, a panel for each strategy: measured (points) against the model alone (line).
set output sprintf("%s/lan-sizes.svg", folder)
set terminal svg size 1000,900 dynamic enhanced font "Helvetica,11" background rgb "white"
unset key
set xrange [0.7:2e6]
set xtics ("1" 1, "1 Ki" 1024, "1 Mi" 1048576)
set yrange [1e-4:1]
set format x "%g"
unset ylabel
set multiplot layout 4, 4 title sprintf("16 processes, %s: seconds over bytes; measured (points) and model alone (line)", where)
do for [i = 1:words(strategies)] {
  set title named(i)
  plot table(i) using ($1 == 16 ? $2 : NaN):4 with lines linestyle 2 linewidth 1.5, \
       table(i) using ($1 == 16 ? $2 : NaN):3 with points linestyle 1
}
unset multiplot
set xrange [*:*]
set yrange [*:*]
set xtics auto
set key outside right top vertical Left reverse samplen 2
set ylabel "time to the last process (s)"
set terminal svg size 980,560 dynamic enhanced font "Helvetica,13" background rgb "white"

# Over the number of processes, two sizes.
unset logscale x
set format x "%g"
set xlabel "processes"
do for [size in "1024 1048576"] {
  set output sprintf("%s/lan-processes-%s.svg", folder, size)
  set title sprintf("%s bytes, %s: measured (points) and model alone (lines)", size, where)
  plot for [i = 1:words(strategies)] table(i) using ($2 == int(size) ? $1 : NaN):3 with points linestyle (i - 1) % 13 + 1 title named(i), \
       for [i = 1:words(strategies)] table(i) using ($2 == int(size) ? $1 : NaN):4 with lines linestyle (i - 1) % 13 + 1 linewidth 1 notitle
}

# The choice: its time over the best measured one.
set output sprintf("%s/lan-choice.svg", folder)
set terminal svg size 760,480 dynamic enhanced font "Helvetica,14" background rgb "white"
set datafile separator comma
set title sprintf("The chosen strategy's time over that of the fastest, %s", where)
unset logscale y
set format y "%g"
set ylabel "processes"
set logscale x 2
set format x "%.0s %cB"
set xlabel "message"
set cbrange [1:1.3]
set cblabel "times the fastest"
set palette defined (1 "#F7F7F7", 1.05 "#FDDBC7", 1.3 "#B2182B")
unset key
plot sprintf("%s/lan.csv", folder) every ::1 using 2:1:10 with points pointtype 5 pointsize 2.2 palette

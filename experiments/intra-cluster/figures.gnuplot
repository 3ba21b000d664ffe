# Figures 3 to 6 of the source again, from the tables that `evaluate` writes.
#
#   gnuplot -e "folder='results'; network='lan'" ../style.gnuplot figures.gnuplot

strategies = "flat_tree flat_tree_rendezvous segmented_flat_tree chain chain_rendezvous segmented_chain binary_tree \
binomial_tree binomial_tree_rendezvous segmented_binomial_tree scatter_collection dary_tree knomial_tree two_trees circulant"
named(i) = system(sprintf("echo %s | tr _ ' '", word(strategies, i)))
table(i) = sprintf("%s/%s.%s.dat", folder, network, word(strategies, i))
where = network eq "lan" ? "a LAN of 16 hosts" : "shared memory of one host"

set logscale xy
set ylabel "time to the last process (s)"
set format y "10^{%L}"

# Over the message size, all processes: measured (points) against the model (lines).
set output sprintf("%s/%s-sizes.svg", folder, network)
set terminal svg size 980,560 dynamic enhanced font "Helvetica,13" background rgb "white"
set title sprintf("16 processes, %s: measured (points) and model alone (lines)", where)
set xlabel "message (bytes)"
set format x "10^{%L}"
plot for [i = 1:words(strategies)] table(i) using ($1 == 16 ? $2 : NaN):3 with points linestyle (i - 1) % 13 + 1 title named(i), \
     for [i = 1:words(strategies)] table(i) using ($1 == 16 ? $2 : NaN):4 with lines linestyle (i - 1) % 13 + 1 linewidth 1 notitle

# Over the number of processes, two sizes.
unset logscale x
set format x "%g"
set xlabel "processes"
do for [size in "1024 1048576"] {
  set output sprintf("%s/%s-processes-%s.svg", folder, network, size)
  set title sprintf("%s bytes, %s: measured (points) and model alone (lines)", size, where)
  plot for [i = 1:words(strategies)] table(i) using ($2 == int(size) ? $1 : NaN):3 with points linestyle (i - 1) % 13 + 1 title named(i), \
       for [i = 1:words(strategies)] table(i) using ($2 == int(size) ? $1 : NaN):4 with lines linestyle (i - 1) % 13 + 1 linewidth 1 notitle
}

# The choice: its time over the best measured one.
set output sprintf("%s/%s-choice.svg", folder, network)
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
plot sprintf("%s/%s.csv", folder, network) every ::1 using 2:1:10 with points pointtype 5 pointsize 2.2 palette

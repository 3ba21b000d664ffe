# Drawn in the folder of the CSV files; STYLE is the path of style.gnuplot. See run.
load system('echo "$STYLE"')
set datafile separator ','
set encoding utf8
set ylabel 'mean ratio to the bound'
set yrange [0:1.02]

array curves[12] = ['simple-pruning', 'refined-pruning', 'growing', 'growing-accumulated', 'growing-multi-port', 'lp-pruning', 'lp-growing', \
                    'binomial', 'fastest-node-first', 'local-search', '4 trees', '8 trees']

do for [port in "one-port one-port-unidirectional multi-port send-link-receive"] {
    set xlabel 'nodes'
    set xrange [10:50]
    set output sprintf('%s-nodes.svg', port)
    set title sprintf('random platforms, %s, means over densities 0.04 to 0.20', port)
    plot for [c = 1:12] sprintf('random-%s-by-nodes.csv', port) using 'nodes':curves[c] with linespoints linestyle c title curves[c]
    set xlabel 'density'
    set xrange [0.04:0.20]
    set output sprintf('%s-density.svg', port)
    set title sprintf('random platforms, %s, means over 10 to 50 nodes', port)
    plot for [c = 1:12] sprintf('random-%s-by-density.csv', port) using 'density':curves[c] with linespoints linestyle c title curves[c]
}

set ylabel 'makespan over the least known'
set xlabel 'nodes'
set xrange [10:50]
set yrange [0.9:*]
set output 'one-port-makespans.svg'
set title 'one slice by itself, one-port, means over densities 0.04 to 0.20'
plot for [c = 1:10] 'random-one-port-makespans.csv' using 'nodes':curves[c] with linespoints linestyle c title curves[c]
set ylabel 'mean ratio to the bound'

set output 'tiers.svg'
set title 'platforms in the manner of Tiers: means and standard deviations of 100'
unset xlabel
set xrange [-0.6:13.6]
set yrange [0:1.1]
set xtics rotate by -40
set style data histogram
set style histogram errorbars gap 1 linewidth 1
set style fill solid 0.8 border -1
plot 'tiers.csv' using 'tiers-30-one-port':'tiers-30-one-port deviation':xtic(1) linestyle 1 title '30 nodes, one-port', \
     '' using 'tiers-65-one-port':'tiers-65-one-port deviation' linestyle 6 title '65 nodes, one-port', \
     '' using 'tiers-30-multi-port':'tiers-30-multi-port deviation' linestyle 2 title '30 nodes, multi-port', \
     '' using 'tiers-65-multi-port':'tiers-65-multi-port deviation' linestyle 5 title '65 nodes, multi-port'

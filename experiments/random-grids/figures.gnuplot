# Drawn in the folder of the CSV files; STYLE is the path of style.gnuplot. See run.
load system('echo "$STYLE"')
set datafile separator ','
set encoding utf8
set xlabel 'number of clusters'

array published[7] = ['flat', 'fef', 'ecef', 'ecef-la', 'ecef-la-t-min', 'ecef-la-t-max', 'bottom-up']

set ylabel 'mean makespan (s)'
set xrange [2:10]
set yrange [2:*]
set output 'figure-7.svg'
set title 'sequential completion, means of 10 000 grids'
plot for [h = 1:7] 'few-clusters.csv' using 'clusters':published[h] with linespoints linestyle h title published[h], \
     '' using 'clusters':'optimal' with linespoints linestyle 8 title 'optimal'

set output 'figure-7-overlapped.svg'
set title 'overlapped completion, means of 10 000 grids'
plot for [h = 1:7] 'few-clusters-overlapped.csv' using 'clusters':published[h] with linespoints linestyle h title published[h], \
     '' using 'clusters':'optimal' with linespoints linestyle 8 title 'optimal'

set xrange [2:50]
set output 'figure-8.svg'
set title 'sequential completion, means of 10 000 grids (search: 300)'
plot for [h = 1:7] 'many-clusters.csv' using 'clusters':published[h] with lines linestyle h title published[h], \
     'search.csv' using 'clusters':'search' with lines linestyle 8 title 'search'

set yrange [2.6:4.6]
set output 'figure-8-near-the-best.svg'
set title 'sequential completion, up to 4.6 s'
plot for [h = 2:7] 'many-clusters.csv' using 'clusters':published[h] with lines linestyle h title published[h], \
     'search.csv' using 'clusters':'search' with lines linestyle 8 title 'search'

set output 'figure-8-overlapped.svg'
set title 'overlapped completion, means of 10 000 grids (search: 300)'
plot for [h = 2:7] 'many-clusters-overlapped.csv' using 'clusters':published[h] with lines linestyle h title published[h], \
     'search-overlapped.csv' using 'clusters':'search' with lines linestyle 8 title 'search'

set yrange [0:1]
set ylabel 'share of grids where none is better'
set output 'hit-rates.svg'
set title 'sequential completion, 10 000 grids of each size'
plot for [h = 1:7] 'many-clusters.csv' using 'clusters':published[h].' hits' with lines linestyle h title published[h]

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
set title 'Up to 10 clusters, sequential completion, means of 10 000 random grids'
plot for [h = 1:7] 'few-clusters.csv' using 'clusters':published[h] with linespoints linestyle h title published[h], \
     '' using 'clusters':'optimal' with linespoints linestyle 8 title 'optimal'

set output 'figure-7-overlapped.svg'
set title 'Up to 10 clusters, overlapped completion, means of 10 000 random grids'
plot for [h = 1:7] 'few-clusters-overlapped.csv' using 'clusters':published[h] with linespoints linestyle h title published[h], \
     '' using 'clusters':'optimal' with linespoints linestyle 8 title 'optimal'

set xrange [2:50]
set output 'figure-8.svg'
set title 'Up to 50 clusters, sequential completion, means of 10 000 random grids (search: 300)'
plot for [h = 1:7] 'many-clusters.csv' using 'clusters':published[h] with lines linestyle h title published[h], \
     'search.csv' using 'clusters':'search' with lines linestyle 8 title 'search'

set yrange [2.6:4.6]
set output 'figure-8-near-the-best.svg'
set title 'The same, without what is beyond 4.6 s'
plot for [h = 2:7] 'many-clusters.csv' using 'clusters':published[h] with lines linestyle h title published[h], \
     'search.csv' using 'clusters':'search' with lines linestyle 8 title 'search'

set output 'figure-8-overlapped.svg'
set title 'Up to 50 clusters, overlapped completion, means of 10 000 random grids (search: 300)'
plot for [h = 2:7] 'many-clusters-overlapped.csv' using 'clusters':published[h] with lines linestyle h title published[h], \
     'search-overlapped.csv' using 'clusters':'search' with lines linestyle 8 title 'search'

set yrange [0:1]
set ylabel 'share of grids where none of the ten is better'
set output 'hit-rates.svg'
set title 'How often each is the best of the ten heuristics, sequential completion'
plot for [h = 1:7] 'many-clusters.csv' using 'clusters':published[h].' hits' with lines linestyle h title published[h]

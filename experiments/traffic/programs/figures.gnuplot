# Drawn in the folder of the CSV files; STYLE is the path of style.gnuplot. See run.
load system('echo "$STYLE"')
set datafile separator ','
set encoding utf8
set xlabel 'clusters'
set ylabel 'grouping coefficient, by messages'
set logscale x 2
set yrange [0:*]
of(program, counted, processes) = sprintf( \
  "< awk -F, '$1 == \"%s\" && $2 == %d && $3 == \"%s\"' coefficients.csv", program, processes, counted)

do for [program in "cg ep is lu mg"] {
  set output program.'.svg'
  set title 'the program '.program.', collectives counted as they travel'
  plot for [k = 0:3] of(program, 'all', 8 * 2**k) using 4:7 with linespoints linestyle k + 1 \
    title sprintf('%d processes', 8 * 2**k)
}
set output 'sp.svg'
set title 'the program sp, collectives counted as they travel'
plot for [k = 3:8] of('sp', 'all', k * k) using 4:7 with linespoints linestyle k - 2 title sprintf('%d processes', k * k)

# Drawn in the folder of the CSV files; STYLE is the path of style.gnuplot. See run.
load system('echo "$STYLE"')
set datafile separator ','
set encoding utf8
set xlabel 'share of the platforms'
set ylabel 'bound / predicted time of the plan'
set xrange [0:1]
set yrange [0.4:1.02]

array collective[9] = ['broadcast', 'reduce', 'allreduce', 'barrier', 'gather', 'scatter', 'allgather', 'reduce\_scatter', 'alltoall']
array column[9] = ['broadcast', 'reduce', 'allreduce', 'barrier', 'gather', 'scatter', 'allgather', 'reduce_scatter', 'alltoall']

set output 'long.svg'
set title '16 MiB on random platforms of 4 to 16 sites'
plot for [c = 1:9] 'long-ratios.csv' using 'share':column[c] with lines linestyle c title collective[c]

set output 'middling.svg'
set title '64 KiB on random platforms of 4 to 16 sites'
plot for [c = 1:9] 'middling-ratios.csv' using 'share':column[c] with lines linestyle c title collective[c]

set output 'short.svg'
set title '8 B on random platforms of 4 to 16 sites'
plot for [c = 1:9] 'short-ratios.csv' using 'share':column[c] with lines linestyle c title collective[c]

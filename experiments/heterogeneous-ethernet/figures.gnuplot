# Figures 1 to 5 of the source again, from the tables that `evaluate` writes.
#
#   gnuplot -e "folder='results'" ../style.gnuplot figures.gnuplot
table(name) = sprintf("%s/%s.dat", folder, name)
figure(name) = sprintf("%s/%s.svg", folder, name)
set xlabel "message (KiB)"
set ylabel "time (ms)"
set xrange [0:*]
set yrange [0:*]
set key top left inside

set output figure("figure-1")
set title "Point to point, from the fastest host to the slowest"
plot table("point-to-point") using ($1/1024):(1e3*$3) with lines linestyle 2 title "equation 5", \
     "" using ($1/1024):(1e3*$2) with points linestyle 1 pointsize 1 title "measured"

set output figure("figure-2")
set title "Broadcast by binomial tree, 8 unequal hosts"
plot table("broadcast") using ($1/1024):(1e3*$3) with lines linestyle 2 title "equation 8", \
     "" using ($1/1024):(1e3*$2) with points linestyle 1 pointsize 1 title "measured"

set output figure("figure-3")
set title "One to seven unequal hosts"
plot table("one-to-many") using ($1/1024):(1e3*$4) with lines linestyle 2 title "equation 6, C_0 for each message", \
     "" using ($1/1024):(1e3*$5) with lines linestyle 3 title "equation 6, maximum", \
     "" using ($1/1024):(1e3*$6) with lines linestyle 4 title "equation 6, sum", \
     "" using ($1/1024):(1e3*$2) with points linestyle 1 pointsize 1 title "measured"

set output figure("figure-4")
set title "Four disjoint pairs at once"
plot table("disjoint-pairs") using ($1/1024):(1e3*$3) with lines linestyle 2 title "equation 7", \
     "" using ($1/1024):(1e3*$2) with points linestyle 1 pointsize 1 title "measured"

set output figure("figure-5")
set title "One to many against broadcast"
plot table("one-to-many") using ($1/1024):(1e3*$4) with lines linestyle 2 title "one to many, predicted", \
     "" using ($1/1024):(1e3*$2) with points linestyle 2 pointsize 1 title "one to many, measured", \
     table("broadcast") using ($1/1024):(1e3*$3) with lines linestyle 1 title "broadcast, predicted", \
     "" using ($1/1024):(1e3*$2) with points linestyle 1 pointsize 1 title "broadcast, measured"

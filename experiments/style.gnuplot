# How all figures look: SVG, colours that people of every kind of sight tell apart (Okabe and Ito), light grids.
#
#   gnuplot -e "output='figure.svg'" experiments/style.gnuplot figure.gnuplot
set terminal svg size 760,480 dynamic enhanced font "Helvetica,14" background rgb "white"
if (exists("output")) set output output
set style line 1 linecolor rgb "#0072B2" linewidth 2 pointtype 7 pointsize 0.5
set style line 2 linecolor rgb "#D55E00" linewidth 2 pointtype 5 pointsize 0.5
set style line 3 linecolor rgb "#009E73" linewidth 2 pointtype 9 pointsize 0.6
set style line 4 linecolor rgb "#CC79A7" linewidth 2 pointtype 11 pointsize 0.6
set style line 5 linecolor rgb "#E69F00" linewidth 2 pointtype 13 pointsize 0.6
set style line 6 linecolor rgb "#56B4E9" linewidth 2 pointtype 6 pointsize 0.6
set style line 7 linecolor rgb "#000000" linewidth 2 pointtype 4 pointsize 0.5
set style line 8 linecolor rgb "#7F7F7F" linewidth 2 pointtype 8 pointsize 0.6
set style line 9 linecolor rgb "#0072B2" linewidth 2 dashtype 2 pointtype 7 pointsize 0.5
set style line 10 linecolor rgb "#D55E00" linewidth 2 dashtype 2 pointtype 5 pointsize 0.5
set style line 11 linecolor rgb "#009E73" linewidth 2 dashtype 2 pointtype 9 pointsize 0.6
set style line 12 linecolor rgb "#CC79A7" linewidth 2 dashtype 2 pointtype 11 pointsize 0.6
set style line 13 linecolor rgb "#E69F00" linewidth 2 dashtype 2 pointtype 13 pointsize 0.6
set border 3 linecolor rgb "#404040"
set tics nomirror
set grid linecolor rgb "#D9D9D9" linewidth 0.5 dashtype 1
set key outside right top vertical Left reverse samplen 2

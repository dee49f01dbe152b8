set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.085278; set rmargin at screen 0.729699
set bmargin at screen 0.134437; set tmargin at screen 0.923724
set xrange [0.0:30.0]; set yrange [2.673249332418168e-05:35.620941257750026]
set logscale y 10
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 10.0, '' 20.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' 0.0001, '' 0.001, '' 0.01, '' 0.1, '' 1.0, '' 10.0)
set label '10⁻⁴' at screen 0.067639, screen 0.208274 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '10⁻³' at screen 0.067639, screen 0.337145 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '10⁻²' at screen 0.067639, screen 0.466015 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '10⁻¹' at screen 0.067639, screen 0.594885 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '10⁰' at screen 0.067639, screen 0.723755 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '10¹' at screen 0.067639, screen 0.852625 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'position error (m)' at screen 0.008819, screen 0.969013 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.085278, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.300085, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.514892, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.729699, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.407488, screen 0.030987 center norotate front font ',10' textcolor rgb '#1b1f24'
set arrow from screen 0.732639, screen 0.865846 to screen 0.747338, screen 0.849643 nohead front lw 0.5 dt solid lc rgb '#d55e00'
set label 'none' at screen 0.750277, screen 0.849643 left norotate front font ',9.5' textcolor rgb '#814210'
set arrow from screen 0.732639, screen 0.668952 to screen 0.747338, screen 0.69666 nohead front lw 0.5 dt solid lc rgb '#0072b2'
set label 'exponential' at screen 0.750277, screen 0.69666 left norotate front font ',9.5' textcolor rgb '#0c4d72'
set arrow from screen 0.732639, screen 0.654358 to screen 0.747338, screen 0.644578 nohead front lw 0.5 dt solid lc rgb '#009e73'
set label 'nonlinear step' at screen 0.750277, screen 0.644578 left norotate front font ',9.5' textcolor rgb '#0c654f'
set arrow from screen 0.732639, screen 0.610423 to screen 0.747338, screen 0.592496 nohead front lw 0.5 dt solid lc rgb '#cc79a7'
set label 'rest recognition' at screen 0.750277, screen 0.592496 left norotate front font ',9.5' textcolor rgb '#7c516c'
set label 'reset on release' at screen 0.750277, screen 0.337145 left norotate front font ',9.5' textcolor rgb '#8b6510'
set arrow from screen 0.732639, screen 0.885522 to screen 0.747338, screen 0.901726 nohead front lw 0.5 dt solid lc rgb '#5b636d'
set label '½bt²' at screen 0.750277, screen 0.901726 left norotate front font ',9.5' textcolor rgb '#5b636d'
plot 'figure.dat' binary skip=0 record=(600) endian=little format='%float64%float64' using 1:2 with lines lw 0.7 dt solid lc rgb '#5b636d', \
  'figure.dat' binary skip=9600 record=(601) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=19216 record=(601) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2', \
  'figure.dat' binary skip=28832 record=(601) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (10,4,1.5,4) lc rgb '#009e73', \
  'figure.dat' binary skip=38448 record=(601) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (5,3.5) lc rgb '#cc79a7', \
  'figure.dat' binary skip=48064 record=(601) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (10,3.5,1.5,3.5,1.5,3.5) lc rgb '#e69f00'
unset multiplot
set output

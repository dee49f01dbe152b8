set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.10491; set rmargin at screen 0.729699
set bmargin at screen 0.134437; set tmargin at screen 0.923724
set xrange [0.0:30.0]; set yrange [0.00051401797117424:30.943215834946844]
set logscale y 10
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 10.0, '' 20.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' 0.001, '' 0.01, '' 0.1, '' 1.0, '' 10.0, '' 0.0006000000000000001 1, '' 0.0007 1, '' 0.0008 1, '' 0.0009000000000000001 1, '' 0.002 1, '' 0.003 1, '' 0.004 1, '' 0.005 1, '' 0.006 1, '' 0.007 1, '' 0.008 1, '' 0.009000000000000001 1, '' 0.02 1, '' 0.03 1, '' 0.04 1, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.2 1, '' 0.30000000000000004 1, '' 0.4 1, '' 0.5 1, '' 0.6000000000000001 1, '' 0.7000000000000001 1, '' 0.8 1, '' 0.9 1, '' 2.0 1, '' 3.0 1, '' 4.0 1, '' 5.0 1, '' 6.0 1, '' 7.0 1, '' 8.0 1, '' 9.0 1, '' 20.0 1, '' 30.0 1)
set label '0.001' at screen 0.087271, screen 0.182165 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.01' at screen 0.087271, screen 0.347302 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.1' at screen 0.087271, screen 0.512439 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.087271, screen 0.677576 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.087271, screen 0.842713 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'position error (m)' at screen 0.008819, screen 0.969013 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.10491, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.313173, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.521436, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.729699, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.417304, screen 0.030987 center norotate front font ',10' textcolor rgb '#1b1f24'
set arrow from screen 0.732639, screen 0.859655 to screen 0.747338, screen 0.84622 nohead front lw 0.5 dt solid lc rgb '#d55e00'
set label 'none' at screen 0.750277, screen 0.84622 left norotate front font ',9.5' textcolor rgb '#814210'
set arrow from screen 0.732639, screen 0.607351 to screen 0.747338, screen 0.628199 nohead front lw 0.5 dt solid lc rgb '#0072b2'
set label 'exponential' at screen 0.750277, screen 0.628199 left norotate front font ',9.5' textcolor rgb '#0c4d72'
set arrow from screen 0.732639, screen 0.588649 to screen 0.747338, screen 0.576117 nohead front lw 0.5 dt solid lc rgb '#009e73'
set label 'nonlinear step' at screen 0.750277, screen 0.576117 left norotate front font ',9.5' textcolor rgb '#0c654f'
set label 'rest recognition' at screen 0.750277, screen 0.524034 left norotate front font ',9.5' textcolor rgb '#7c516c'
set label 'reset on release' at screen 0.750277, screen 0.182165 left norotate front font ',9.5' textcolor rgb '#8b6510'
set arrow from screen 0.732639, screen 0.884868 to screen 0.747338, screen 0.898303 nohead front lw 0.5 dt solid lc rgb '#1b1f24'
set label '½bt²' at screen 0.750277, screen 0.898303 left norotate front font ',9.5' textcolor rgb '#5b636d'
plot 'figure.dat' binary skip=0 record=(69) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=1104 record=(113) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2', \
  'figure.dat' binary skip=2912 record=(95) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (10,4,1.5,4) lc rgb '#009e73', \
  'figure.dat' binary skip=4432 record=(72) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (5,3.5) lc rgb '#cc79a7', \
  'figure.dat' binary skip=5584 record=(52) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (10,3.5,1.5,3.5,1.5,3.5) lc rgb '#e69f00', \
  'figure.dat' binary skip=6416 record=(30) endian=little format='%float64%float64' using 1:2 with lines lw 0.8 dt (5,3.5) lc rgb '#1b1f24'
unset multiplot
set output

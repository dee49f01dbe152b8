set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.088083; set rmargin at screen 0.715902
set bmargin at screen 0.134437; set tmargin at screen 0.923724
set xrange [0.0:30.0]; set yrange [0.0:1.5681749999999999]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 10.0, '' 20.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' -0.0, '' 0.5, '' 1.0, '' 1.5)
set label '0.0' at screen 0.070444, screen 0.134437 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.5' at screen 0.070444, screen 0.386095 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1.0' at screen 0.070444, screen 0.637752 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1.5' at screen 0.070444, screen 0.88941 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'position error (m)' at screen 0.008819, screen 0.969013 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.088083, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.297356, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.506629, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.715902, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.401992, screen 0.030987 center norotate front font ',10' textcolor rgb '#1b1f24'
set label 'none (to 2400 m)' at screen 0.736481, screen 0.910137 left norotate front font ',9.5' textcolor rgb '#814210'
set label 'exponential' at screen 0.736481, screen 0.327834 left norotate front font ',9.5' textcolor rgb '#0c4d72'
set label 'nonlinear step' at screen 0.736481, screen 0.275752 left norotate front font ',9.5' textcolor rgb '#0c654f'
set label 'rest recognition' at screen 0.736481, screen 0.200875 left norotate front font ',9.5' textcolor rgb '#7c516c'
set label 'reset on release' at screen 0.736481, screen 0.148024 left norotate front font ',9.5' textcolor rgb '#8b6510'
plot 'figure.dat' binary skip=0 record=(146) endian=little format='%float64%float64' using 1:2 with lines lw 0.5 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=2336 record=(144) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2', \
  'figure.dat' binary skip=4640 record=(126) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (10,4,1.5,4) lc rgb '#009e73', \
  'figure.dat' binary skip=6656 record=(10) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (5,3.5) lc rgb '#cc79a7', \
  'figure.dat' binary skip=6816 record=(7) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (10,3.5,1.5,3.5,1.5,3.5) lc rgb '#e69f00'
unset multiplot
set output

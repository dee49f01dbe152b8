set terminal svg size 240.9449,169.9961 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.06262; set rmargin at screen 0.966432
set bmargin at screen 0.142356; set tmargin at screen 0.716464
set xrange [0.0:30.0]; set yrange [0.0:7.880627066505712]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 10.0, '' 20.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' -0.0, '' 2.0, '' 4.0, '' 6.0)
set label '0' at screen 0.037718, screen 0.142356 right norotate front font ',8' textcolor rgb '#1b1f24'
set label '2' at screen 0.037718, screen 0.288057 right norotate front font ',8' textcolor rgb '#1b1f24'
set label '4' at screen 0.037718, screen 0.433758 right norotate front font ',8' textcolor rgb '#1b1f24'
set label '6' at screen 0.037718, screen 0.579459 right norotate front font ',8' textcolor rgb '#1b1f24'
set label 'position error (m)' at screen 0.012451, screen 0.761171 left norotate front font ',8' textcolor rgb '#1b1f24'
set label '0' at screen 0.06262, screen 0.089414 center norotate front font ',8' textcolor rgb '#1b1f24'
set label '10' at screen 0.363891, screen 0.089414 center norotate front font ',8' textcolor rgb '#1b1f24'
set label '20' at screen 0.665161, screen 0.089414 center norotate front font ',8' textcolor rgb '#1b1f24'
set label '30' at screen 0.966432, screen 0.089414 center norotate front font ',8' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.514526, screen 0.030589 center norotate front font ',8' textcolor rgb '#1b1f24'
set arrow from screen 0.012451, screen 0.959176 to screen 0.095458, screen 0.959176 nohead front lw 1.6 dt solid lc rgb '#d55e00'
set label 'none' at screen 0.116209, screen 0.959176 left norotate front font ',8' textcolor rgb '#814210'
set arrow from screen 0.245699, screen 0.959176 to screen 0.328706, screen 0.959176 nohead front lw 1.6 dt (12,4.5) lc rgb '#0072b2'
set label 'exponential (0.5 /s)' at screen 0.349458, screen 0.959176 left norotate front font ',8' textcolor rgb '#0c4d72'
set arrow from screen 0.012451, screen 0.895645 to screen 0.095458, screen 0.895645 nohead front lw 1.6 dt (12,4.5) lc rgb '#618dbd'
set label 'exponential (1.0 /s)' at screen 0.116209, screen 0.895645 left norotate front font ',8' textcolor rgb '#0c4d72'
set arrow from screen 0.498106, screen 0.895645 to screen 0.581112, screen 0.895645 nohead front lw 1.6 dt (12,4.5) lc rgb '#005688'
set label 'exponential (2.0 /s)' at screen 0.601864, screen 0.895645 left norotate front font ',8' textcolor rgb '#0c4d72'
set arrow from screen 0.012451, screen 0.832114 to screen 0.095458, screen 0.832114 nohead front lw 1.6 dt (12,4.5) lc rgb '#95adcd'
set label 'exponential (4.0 /s)' at screen 0.116209, screen 0.832114 left norotate front font ',8' textcolor rgb '#0c4d72'
set arrow from screen 0.498106, screen 0.832114 to screen 0.581112, screen 0.832114 nohead front lw 1.6 dt (5,3.5) lc rgb '#e69f00'
set label 'mine' at screen 0.601864, screen 0.832114 left norotate front font ',8' textcolor rgb '#8b6510'
plot 'figure.dat' binary skip=0 record=(72) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=1152 record=(37) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2', \
  'figure.dat' binary skip=1744 record=(36) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#618dbd', \
  'figure.dat' binary skip=2320 record=(36) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#005688', \
  'figure.dat' binary skip=2896 record=(35) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#95adcd', \
  'figure.dat' binary skip=3456 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (5,3.5) lc rgb '#e69f00'
unset multiplot
set output

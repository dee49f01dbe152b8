set terminal svg size 240.9449,186.3 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.06262; set rmargin at screen 0.966432
set bmargin at screen 0.129898; set tmargin at screen 0.931294
set xrange [0.0:30.0]; set yrange [0.0:7.880627066505712]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 10.0, '' 20.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' -0.0, '' 2.0, '' 4.0, '' 6.0)
set label '0' at screen 0.037718, screen 0.129898 right norotate front font ',8' textcolor rgb '#1b1f24'
set label '2' at screen 0.037718, screen 0.333282 right norotate front font ',8' textcolor rgb '#1b1f24'
set label '4' at screen 0.037718, screen 0.536665 right norotate front font ',8' textcolor rgb '#1b1f24'
set label '6' at screen 0.037718, screen 0.740049 right norotate front font ',8' textcolor rgb '#1b1f24'
set label 'position error (m)' at screen 0.012451, screen 0.972088 left norotate front font ',8' textcolor rgb '#1b1f24'
set label '0' at screen 0.06262, screen 0.081589 center norotate front font ',8' textcolor rgb '#1b1f24'
set label '10' at screen 0.363891, screen 0.081589 center norotate front font ',8' textcolor rgb '#1b1f24'
set label '20' at screen 0.665161, screen 0.081589 center norotate front font ',8' textcolor rgb '#1b1f24'
set label '30' at screen 0.966432, screen 0.081589 center norotate front font ',8' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.514526, screen 0.027912 center norotate front font ',8' textcolor rgb '#1b1f24'
set arrow from screen 0.083372, screen 0.887279 to screen 0.166378, screen 0.887279 nohead front lw 1.6 dt solid lc rgb '#d55e00'
set label 'none' at screen 0.18713, screen 0.887279 left norotate front font ',8' textcolor rgb '#814210'
set arrow from screen 0.083372, screen 0.831455 to screen 0.166378, screen 0.831455 nohead front lw 1.6 dt (12,4.5) lc rgb '#0072b2'
set label '' at screen 0.124875, screen 0.831455 front point pt 9 ps 0.6944 lw 1 lc rgb '#0072b2'
set label 'exponential (0.5 s⁻¹)' at screen 0.18713, screen 0.831455 left norotate front font ',8' textcolor rgb '#0c4d72'
set arrow from screen 0.083372, screen 0.775631 to screen 0.166378, screen 0.775631 nohead front lw 1.6 dt (12,4.5) lc rgb '#618dbd'
set label '' at screen 0.124875, screen 0.775631 front point pt 5 ps 0.6944 lw 1 lc rgb '#618dbd'
set label 'exponential (1.0 s⁻¹)' at screen 0.18713, screen 0.775631 left norotate front font ',8' textcolor rgb '#0c4d72'
set arrow from screen 0.083372, screen 0.719807 to screen 0.166378, screen 0.719807 nohead front lw 1.6 dt (12,4.5) lc rgb '#005688'
set label '' at screen 0.124875, screen 0.719807 front point pt 13 ps 0.6944 lw 1 lc rgb '#005688'
set label 'exponential (2.0 s⁻¹)' at screen 0.18713, screen 0.719807 left norotate front font ',8' textcolor rgb '#0c4d72'
set arrow from screen 0.083372, screen 0.663983 to screen 0.166378, screen 0.663983 nohead front lw 1.6 dt (12,4.5) lc rgb '#95adcd'
set label '' at screen 0.124875, screen 0.663983 front point pt 11 ps 0.6944 lw 1 lc rgb '#95adcd'
set label 'exponential (4.0 s⁻¹)' at screen 0.18713, screen 0.663983 left norotate front font ',8' textcolor rgb '#0c4d72'
set arrow from screen 0.083372, screen 0.608159 to screen 0.166378, screen 0.608159 nohead front lw 1.6 dt (5,3.5) lc rgb '#e69f00'
set label 'mine' at screen 0.18713, screen 0.608159 left norotate front font ',8' textcolor rgb '#8b6510'
plot 'figure.dat' binary skip=0 record=(85) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=1360 record=(47) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2', \
  'figure.dat' binary skip=2112 record=(3) endian=little format='%float64%float64' using 1:2 with points pt 9 ps 0.6944 lw 1 lc rgb '#0072b2', \
  'figure.dat' binary skip=2160 record=(47) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#618dbd', \
  'figure.dat' binary skip=2912 record=(3) endian=little format='%float64%float64' using 1:2 with points pt 5 ps 0.6944 lw 1 lc rgb '#618dbd', \
  'figure.dat' binary skip=2960 record=(49) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#005688', \
  'figure.dat' binary skip=3744 record=(3) endian=little format='%float64%float64' using 1:2 with points pt 13 ps 0.6944 lw 1 lc rgb '#005688', \
  'figure.dat' binary skip=3792 record=(48) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#95adcd', \
  'figure.dat' binary skip=4560 record=(3) endian=little format='%float64%float64' using 1:2 with points pt 11 ps 0.6944 lw 1 lc rgb '#95adcd', \
  'figure.dat' binary skip=4608 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (5,3.5) lc rgb '#e69f00'
unset multiplot
set output

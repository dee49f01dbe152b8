set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.094009; set rmargin at screen 0.79924
set bmargin at screen 0.134437; set tmargin at screen 0.923724
set xrange [0.0:30.0]; set yrange [-1.0999899969149833:1.0999912195069141]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 10.0, '' 20.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' -1.0, '' -0.5, '' 0.0, '' 0.5, '' 1.0)
set label '−1.0' at screen 0.076371, screen 0.17031 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '−0.5' at screen 0.076371, screen 0.349695 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.0' at screen 0.076371, screen 0.52908 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.5' at screen 0.076371, screen 0.708465 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1.0' at screen 0.076371, screen 0.88785 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'velocity (m/s)' at screen 0.008819, screen 0.969013 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.094009, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.329086, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.564163, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.79924, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.446625, screen 0.030987 center norotate front font ',10' textcolor rgb '#1b1f24'
set arrow from screen 0.80218, screen 0.333902 to screen 0.816879, screen 0.255778 nohead front lw 0.5 dt solid lc rgb '#1b1f24'
set label 'truth' at screen 0.819819, screen 0.255778 left norotate front font ',9.5' textcolor rgb '#1b1f24'
set arrow from screen 0.80218, screen 0.333902 to screen 0.816879, screen 0.307861 nohead front lw 0.5 dt solid lc rgb '#d55e00'
set label 'none' at screen 0.819819, screen 0.307861 left norotate front font ',9.5' textcolor rgb '#814210'
set arrow from screen 0.80218, screen 0.333902 to screen 0.816879, screen 0.359943 nohead front lw 0.5 dt solid lc rgb '#e69f00'
set label 'mine' at screen 0.819819, screen 0.359943 left norotate front font ',9.5' textcolor rgb '#8b6510'
set arrow from screen 0.80218, screen 0.333902 to screen 0.816879, screen 0.412025 nohead front lw 0.5 dt solid lc rgb '#0072b2'
set label 'exponential' at screen 0.819819, screen 0.412025 left norotate front font ',9.5' textcolor rgb '#0c4d72'
plot 'figure.dat' binary skip=0 record=(68) endian=little format='%float64%float64' using 1:2 with lines lw 6 dt solid lc rgb '#1b1f24', \
  'figure.dat' binary skip=1088 record=(68) endian=little format='%float64%float64' using 1:2 with lines lw 3.8 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=2176 record=(68) endian=little format='%float64%float64' using 1:2 with lines lw 3.8 dt (5,3.5) lc rgb '#e69f00', \
  'figure.dat' binary skip=3264 record=(68) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2'
unset multiplot
set output

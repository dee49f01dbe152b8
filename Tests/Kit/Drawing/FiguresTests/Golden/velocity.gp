set terminal svg size 340.1575,311.811 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.06898; set rmargin at screen 0.974353
set bmargin at screen 0.673669; set tmargin at screen 0.897935
set xrange [0.0:30.0]; set yrange [-1.113567210667017:1.3851268798918803]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 5.0, '' 10.0, '' 15.0, '' 20.0, '' 25.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' -1.0, '' 0.0, '' 1.0)
set label '−1' at screen 0.051341, screen 0.683862 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0' at screen 0.051341, screen 0.773615 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.051341, screen 0.863369 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'velocity x (m/s)' at screen 0.008819, screen 0.928402 left norotate front font ',10' textcolor rgb '#1b1f24'
set arrow from screen 0.008819, screen 0.974171 to screen 0.067616, screen 0.974171 nohead front lw 1.6 dt solid lc rgb '#1b1f24'
set label 'truth' at screen 0.082315, screen 0.974171 left norotate front font ',9.5' textcolor rgb '#1b1f24'
set arrow from screen 0.18462, screen 0.974171 to screen 0.243417, screen 0.974171 nohead front lw 1.6 dt solid lc rgb '#d55e00'
set label 'none' at screen 0.258116, screen 0.974171 left norotate front font ',9.5' textcolor rgb '#814210'
set arrow from screen 0.360421, screen 0.974171 to screen 0.419218, screen 0.974171 nohead front lw 1.6 dt (12,4.5) lc rgb '#0072b2'
set label 'exponential' at screen 0.433917, screen 0.974171 left norotate front font ',9.5' textcolor rgb '#0c4d72'
plot 'figure.dat' binary skip=0 record=(130) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#1b1f24', \
  'figure.dat' binary skip=2080 record=(116) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=3936 record=(102) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2'
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.06898; set rmargin at screen 0.974353
set bmargin at screen 0.382054; set tmargin at screen 0.60632
set xrange [0.0:30.0]; set yrange [-1.1121780007714384:1.3559534720847275]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 5.0, '' 10.0, '' 15.0, '' 20.0, '' 25.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' -1.0, '' 0.0, '' 1.0)
set label '−1' at screen 0.051341, screen 0.392247 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0' at screen 0.051341, screen 0.483112 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.051341, screen 0.573977 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'velocity y (m/s)' at screen 0.008819, screen 0.636787 left norotate front font ',10' textcolor rgb '#1b1f24'
plot 'figure.dat' binary skip=5568 record=(133) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#1b1f24', \
  'figure.dat' binary skip=7696 record=(118) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=9584 record=(102) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2'
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.06898; set rmargin at screen 0.974353
set bmargin at screen 0.090439; set tmargin at screen 0.314706
set xrange [0.0:30.0]; set yrange [-1.114547227745487:1.4057072385397544]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 5.0, '' 10.0, '' 15.0, '' 20.0, '' 25.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' -1.0, '' 0.0, '' 1.0)
set label '−1' at screen 0.051341, screen 0.100632 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0' at screen 0.051341, screen 0.189618 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.051341, screen 0.278604 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'velocity z (m/s)' at screen 0.008819, screen 0.345173 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.06898, screen 0.05917 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '5' at screen 0.219875, screen 0.05917 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.370771, screen 0.05917 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '15' at screen 0.521666, screen 0.05917 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.672562, screen 0.05917 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '25' at screen 0.823458, screen 0.05917 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.974353, screen 0.05917 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.521666, screen 0.020846 center norotate front font ',10' textcolor rgb '#1b1f24'
plot 'figure.dat' binary skip=11216 record=(127) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#1b1f24', \
  'figure.dat' binary skip=13248 record=(113) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=15056 record=(98) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2'
unset multiplot
set output

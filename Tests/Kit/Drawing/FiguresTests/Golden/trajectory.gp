set terminal svg size 340.1575,269.2913 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.094009; set rmargin at screen 0.982767
set bmargin at screen 0.104719; set tmargin at screen 0.940585
set xrange [-0.4640699977103777:3.145469992591602]; set yrange [-1.0546677486859246:1.6328255025753715]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 1.0, '' 2.0, '' 3.0)
set ytics nomirror out scale 0.45,0.25 ('' -1.0, '' -0.5, '' 0.0, '' 0.5, '' 1.0, '' 1.5)
set label '−1.0' at screen 0.076371, screen 0.121722 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '−0.5' at screen 0.076371, screen 0.277232 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.0' at screen 0.076371, screen 0.432743 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.5' at screen 0.076371, screen 0.588253 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1.0' at screen 0.076371, screen 0.743763 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1.5' at screen 0.076371, screen 0.899273 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'y (m)' at screen 0.008819, screen 0.975863 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.208275, screen 0.068513 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.454499, screen 0.068513 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '2' at screen 0.700724, screen 0.068513 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '3' at screen 0.946949, screen 0.068513 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'x (m)' at screen 0.538388, screen 0.024137 center norotate front font ',10' textcolor rgb '#1b1f24'
set arrow from screen 0.670588, screen 0.906514 to screen 0.729384, screen 0.906514 nohead front lw 1.6 dt solid lc rgb '#1b1f24'
set label 'truth' at screen 0.744083, screen 0.906514 left norotate front font ',9.5' textcolor rgb '#1b1f24'
set arrow from screen 0.670588, screen 0.860653 to screen 0.729384, screen 0.860653 nohead front lw 1.6 dt solid lc rgb '#d55e00'
set label 'none (to 18 m)' at screen 0.744083, screen 0.860653 left norotate front font ',9.5' textcolor rgb '#814210'
set arrow from screen 0.670588, screen 0.814792 to screen 0.729384, screen 0.814792 nohead front lw 1.6 dt (12,4.5) lc rgb '#0072b2'
set label 'exponential' at screen 0.744083, screen 0.814792 left norotate front font ',9.5' textcolor rgb '#0c4d72'
set arrow from screen 0.670588, screen 0.768931 to screen 0.729384, screen 0.768931 nohead front lw 1.6 dt (5,3.5) lc rgb '#cc79a7'
set label 'rest recognition' at screen 0.744083, screen 0.768931 left norotate front font ',9.5' textcolor rgb '#7c516c'
plot 'figure.dat' binary skip=0 record=(71) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#1b1f24', \
  'figure.dat' binary skip=1136 record=(83) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=2464 record=(66) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2', \
  'figure.dat' binary skip=3520 record=(63) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (5,3.5) lc rgb '#cc79a7', \
  'figure.dat' binary skip=4528 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 6 ps 0.8333 lw 1 lc rgb '#1b1f24', \
  'figure.dat' binary skip=4544 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 7 ps 0.8333 lw 1 lc rgb '#1b1f24', \
  'figure.dat' binary skip=4560 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 6 ps 0.8333 lw 1 lc rgb '#1b1f24', \
  'figure.dat' binary skip=4576 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 7 ps 0.8333 lw 1 lc rgb '#d55e00', \
  'figure.dat' binary skip=4592 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 6 ps 0.8333 lw 1 lc rgb '#1b1f24', \
  'figure.dat' binary skip=4608 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 9 ps 0.8333 lw 1 lc rgb '#0072b2', \
  'figure.dat' binary skip=4624 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 6 ps 0.8333 lw 1 lc rgb '#1b1f24', \
  'figure.dat' binary skip=4640 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 13 ps 0.8333 lw 1 lc rgb '#cc79a7'
unset multiplot
set output

set terminal svg size 340.1575,269.2913 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.088194; set rmargin at screen 0.911806
set bmargin at screen 0.111404; set tmargin at screen 0.888596
set xrange [-0.7951712253709331:0.8384691390678716]; set yrange [-0.5984020308409448:0.6220072127448739]
unset border
set label '−0.50' at screen 0.119698, screen 0.238523 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '−0.25' at screen 0.228851, screen 0.204881 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.00' at screen 0.338004, screen 0.171239 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.25' at screen 0.447157, screen 0.137597 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.50' at screen 0.55631, screen 0.103955 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'x (m)' at screen 0.331157, screen 0.100255 center norotate front font ',10' textcolor rgb '#1b1f24'
set label '−0.50' at screen 0.657101, screen 0.106704 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '−0.25' at screen 0.72012, screen 0.164974 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.00' at screen 0.78314, screen 0.223243 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.25' at screen 0.846159, screen 0.281513 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.50' at screen 0.909179, screen 0.339783 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'y (m)' at screen 0.818735, screen 0.132301 center norotate front font ',10' textcolor rgb '#1b1f24'
set label '−0.2' at screen 0.06515, screen 0.323208 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.0' at screen 0.06515, screen 0.438641 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.2' at screen 0.06515, screen 0.554073 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'z (m)' at screen 0.109215, screen 0.658014 center norotate front font ',10' textcolor rgb '#1b1f24'
set arrow from screen 0.661069, screen 0.854526 to screen 0.719865, screen 0.854526 nohead front lw 1.6 dt solid lc rgb '#1b1f24'
set label 'truth' at screen 0.734564, screen 0.854526 left norotate front font ',9.5' textcolor rgb '#1b1f24'
set arrow from screen 0.661069, screen 0.808664 to screen 0.719865, screen 0.808664 nohead front lw 1.6 dt (12,4.5) lc rgb '#0072b2'
set label 'exponential' at screen 0.734564, screen 0.808664 left norotate front font ',9.5' textcolor rgb '#0c4d72'
plot 'figure.dat' binary skip=0 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=32 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=64 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=96 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=128 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=160 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=192 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=224 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=256 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=288 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.6 dt solid lc rgb '#dfe3e8', \
  'figure.dat' binary skip=320 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.8 dt solid lc rgb '#5b636d', \
  'figure.dat' binary skip=352 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.8 dt solid lc rgb '#5b636d', \
  'figure.dat' binary skip=384 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 0.8 dt solid lc rgb '#5b636d', \
  'figure.dat' binary skip=416 record=(100) endian=little format='%float64%float64' using 1:2 with lines lw 0.8 dt solid lc rgb '#c6c7c8', \
  'figure.dat' binary skip=2016 record=(100) endian=little format='%float64%float64' using 1:2 with lines lw 0.8 dt solid lc rgb '#bfdcec', \
  'figure.dat' binary skip=3616 record=(93) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#1b1f24', \
  'figure.dat' binary skip=5104 record=(97) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (12,4.5) lc rgb '#0072b2', \
  'figure.dat' binary skip=6656 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 6 ps 0.8333 lw 1 lc rgb '#1b1f24', \
  'figure.dat' binary skip=6672 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 7 ps 0.8333 lw 1 lc rgb '#1b1f24', \
  'figure.dat' binary skip=6688 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 6 ps 0.8333 lw 1 lc rgb '#1b1f24', \
  'figure.dat' binary skip=6704 record=(1) endian=little format='%float64%float64' using 1:2 with points pt 9 ps 0.8333 lw 1 lc rgb '#0072b2'
unset multiplot
set output

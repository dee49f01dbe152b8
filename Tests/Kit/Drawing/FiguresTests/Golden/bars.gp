set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.071255; set rmargin at screen 0.943952
set bmargin at screen 0.079613; set tmargin at screen 0.923724
set xrange [-0.5:2.5]; set yrange [0.0:1.2610499999999998]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' 0.0, '' 1.0, '' 2.0)
set ytics nomirror out scale 0.45,0.25 ('' -0.0, '' 0.2, '' 0.4, '' 0.6000000000000001, '' 0.8, '' 1.0, '' 1.2000000000000002)
set label '0.0' at screen 0.053616, screen 0.079613 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.2' at screen 0.053616, screen 0.213488 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.4' at screen 0.053616, screen 0.347362 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.6' at screen 0.053616, screen 0.481236 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.8' at screen 0.053616, screen 0.61511 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1.0' at screen 0.053616, screen 0.748984 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1.2' at screen 0.053616, screen 0.882859 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'RMS drift (m)' at screen 0.008819, screen 0.969013 left norotate front font ',10' textcolor rgb '#1b1f24'
set label 'square' at screen 0.216705, screen 0.033133 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'eight' at screen 0.507604, screen 0.033133 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'waving' at screen 0.798503, screen 0.033133 center norotate front font ',9' textcolor rgb '#1b1f24'
set object rectangle from screen 0.097714, screen 0.863299 to screen 0.132991, screen 0.896669 front fs solid 1 noborder fc rgb '#0072b2'
set label 'exponential' at screen 0.15945, screen 0.879984 left norotate front font ',9.5' textcolor rgb '#0c4d72'
set object rectangle from screen 0.097714, screen 0.804423 to screen 0.132991, screen 0.837794 front fs solid 1 noborder fc rgb '#009e73'
set label 'nonlinear step' at screen 0.15945, screen 0.821108 left norotate front font ',9.5' textcolor rgb '#0c654f'
set object rectangle from screen 0.097714, screen 0.745547 to screen 0.132991, screen 0.778918 front fs solid 1 noborder fc rgb '#cc79a7'
set label 'rest recognition' at screen 0.15945, screen 0.762233 left norotate front font ',9.5' textcolor rgb '#7c516c'
set object rectangle from screen 0.097714, screen 0.686671 to screen 0.132991, screen 0.720042 front fs solid 1 noborder fc rgb '#e69f00'
set label 'reset on release' at screen 0.15945, screen 0.703357 left norotate front font ',9.5' textcolor rgb '#8b6510'
plot 'figure.dat' binary skip=0 record=(3) endian=little format='%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '#0072b2', \
  'figure.dat' binary skip=144 record=(3) endian=little format='%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '#009e73', \
  'figure.dat' binary skip=288 record=(3) endian=little format='%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '#cc79a7', \
  'figure.dat' binary skip=432 record=(3) endian=little format='%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '#e69f00'
unset multiplot
set output

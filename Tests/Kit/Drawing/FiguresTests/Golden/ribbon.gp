set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.071255; set rmargin at screen 0.81097
set bmargin at screen 0.134437; set tmargin at screen 0.923724
set xrange [0.0:30.0]; set yrange [0.44349999999999995:1.0265]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 10.0, '' 20.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' 0.5, '' 0.6000000000000001, '' 0.7000000000000001, '' 0.8, '' 0.9, '' 1.0)
set label '0.5' at screen 0.053616, screen 0.210929 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.6' at screen 0.053616, screen 0.346312 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.7' at screen 0.053616, screen 0.481696 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.8' at screen 0.053616, screen 0.61708 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.9' at screen 0.053616, screen 0.752463 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1.0' at screen 0.053616, screen 0.887847 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'accuracy' at screen 0.008819, screen 0.969013 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.071255, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.317827, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.564398, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.81097, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'training examples' at screen 0.441113, screen 0.030987 center norotate front font ',10' textcolor rgb '#1b1f24'
set label 'half of the examples' at screen 0.452872, screen 0.346312 left norotate front font ',9' textcolor rgb '#5b636d'
set label 'perceptron' at screen 0.831549, screen 0.734995 left norotate front font ',9.5' textcolor rgb '#0c4d72'
plot 'figure.dat' binary skip=0 record=(601) endian=little format='%float64%float64%float64' using 1:2:3 with filledcurves fs solid 1 noborder fc rgb '#bfdcec', \
  'figure.dat' binary skip=14424 record=(27) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#0072b2'
unset multiplot
set output

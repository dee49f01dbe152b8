set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.06898; set rmargin at screen 0.974353
set bmargin at screen 0.134437; set tmargin at screen 0.923724
set xrange [0.0:30.0]; set yrange [-2.199970619767204:2.1998139268803314]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 5.0, '' 10.0, '' 15.0, '' 20.0, '' 25.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' -2.0, '' -1.0, '' 0.0, '' 1.0, '' 2.0)
set label '−2' at screen 0.051341, screen 0.17031 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '−1' at screen 0.051341, screen 0.349702 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0' at screen 0.051341, screen 0.529094 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.051341, screen 0.708487 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '2' at screen 0.051341, screen 0.887879 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'acceleration (m/s²)' at screen 0.008819, screen 0.969013 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.06898, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '5' at screen 0.219875, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.370771, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '15' at screen 0.521666, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.672562, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '25' at screen 0.823458, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.974353, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.521666, screen 0.030987 center norotate front font ',10' textcolor rgb '#1b1f24'
set object rectangle from screen 0.622528, screen 0.949687 to screen 0.657806, screen 0.983058 front fs solid 1 noborder fc rgb '#dfe3e8'
set label 'rest' at screen 0.684264, screen 0.966373 left norotate front font ',9.5' textcolor rgb '#5b636d'
set arrow from screen 0.775398, screen 0.966373 to screen 0.834194, screen 0.966373 nohead front lw 1.6 dt solid lc rgb '#d55e00'
set label 'x' at screen 0.848894, screen 0.966373 left norotate front font ',9.5' textcolor rgb '#814210'
set arrow from screen 0.900928, screen 0.966373 to screen 0.959725, screen 0.966373 nohead front lw 1.6 dt (5,3.5) lc rgb '#0072b2'
set label 'z' at screen 0.974424, screen 0.966373 left norotate front font ',9.5' textcolor rgb '#0c4d72'
plot 'figure.dat' binary skip=0 record=(3) endian=little format='%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '#dfe3e8', \
  'figure.dat' binary skip=144 record=(224) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=3728 record=(199) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (5,3.5) lc rgb '#0072b2'
unset multiplot
set output

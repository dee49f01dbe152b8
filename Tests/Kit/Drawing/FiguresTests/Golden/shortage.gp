set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.071255; set rmargin at screen 0.974353
set bmargin at screen 0.134437; set tmargin at screen 0.726001
set xrange [0.0:30.0]; set yrange [0.04521294896864614:40.87854836593211]
set logscale y 10
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' -0.0, '' 5.0, '' 10.0, '' 15.0, '' 20.0, '' 25.0, '' 30.0)
set ytics nomirror out scale 0.45,0.25 ('' 0.1, '' 1.0, '' 10.0, '' 0.05 1, '' 0.06 1, '' 0.07 1, '' 0.08 1, '' 0.09 1, '' 0.2 1, '' 0.30000000000000004 1, '' 0.4 1, '' 0.5 1, '' 0.6000000000000001 1, '' 0.7000000000000001 1, '' 0.8 1, '' 0.9 1, '' 2.0 1, '' 3.0 1, '' 4.0 1, '' 5.0 1, '' 6.0 1, '' 7.0 1, '' 8.0 1, '' 9.0 1, '' 20.0 1, '' 30.0 1, '' 40.0 1)
set label '0.1' at screen 0.053616, screen 0.203421 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.053616, screen 0.403529 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.053616, screen 0.603636 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'position error (m)' at screen 0.008819, screen 0.77129 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0' at screen 0.071255, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '5' at screen 0.221772, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.372288, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '15' at screen 0.522804, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.67332, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '25' at screen 0.823837, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.974353, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'time (s)' at screen 0.522804, screen 0.030987 center norotate front font ',10' textcolor rgb '#1b1f24'
set arrow from screen 0.008819, screen 0.961606 to screen 0.067616, screen 0.961606 nohead front lw 1.6 dt solid lc rgb '#0072b2'
set label 'grows' at screen 0.082315, screen 0.961606 left norotate front font ',9.5' textcolor rgb '#0c4d72'
set arrow from screen 0.203053, screen 0.961606 to screen 0.261849, screen 0.961606 nohead front lw 1.6 dt (5,3.5) lc rgb '#e69f00'
set label 'dips (87 of 601 not above 0)' at screen 0.276548, screen 0.961606 left norotate front font ',9.5' textcolor rgb '#8b6510'
set arrow from screen 0.008819, screen 0.900465 to screen 0.067616, screen 0.900465 nohead front lw 1.6 dt (1.5,3.5) lc rgb '#009e73'
set label 'never off (nothing above 0)' at screen 0.082315, screen 0.900465 left norotate front font ',9.5' textcolor rgb '#0c654f'
set arrow from screen 0.50708, screen 0.900465 to screen 0.565876, screen 0.900465 nohead front lw 1.6 dt (12,4.5) lc rgb '#cc79a7'
set label 'lost (no numbers)' at screen 0.580575, screen 0.900465 left norotate front font ',9.5' textcolor rgb '#7c516c'
set label '' at screen 0.038218, screen 0.839325 front point pt 11 ps 0.5556 lw 1 lc rgb '#56b4e9'
set label 'now and then' at screen 0.082315, screen 0.839325 left norotate front font ',9.5' textcolor rgb '#3b7190'
plot 'figure.dat' binary skip=0 record=(29) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt solid lc rgb '#0072b2', \
  'figure.dat' binary skip=464 record=(63) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (5,3.5) lc rgb '#e69f00', \
  'figure.dat' binary skip=1472 record=(6) endian=little format='%float64%float64' using 1:2 with lines lw 1.6 dt (10,4,1.5,4) lc rgb '#56b4e9', \
  'figure.dat' binary skip=1568 record=(3) endian=little format='%float64%float64' using 1:2 with points pt 11 ps 0.5556 lw 1 lc rgb '#56b4e9'
unset multiplot
set output

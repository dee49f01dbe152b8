set terminal svg size 680.315,340.1575 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.073384; set rmargin at screen 0.948362
set bmargin at screen 0.149049; set tmargin at screen 0.915333
set xrange [-0.5:2.5]; set yrange [0.0:1.47]
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' 0.0, '' 1.0, '' 2.0)
set ytics nomirror out scale 0.45,0.25 ('' -0.0, '' 0.25, '' 0.5, '' 0.75, '' 1.0, '' 1.25)
set label '0.00' at screen 0.064564, screen 0.149049 right norotate front font ',18' textcolor rgb '#1b1f24'
set label '0.25' at screen 0.064564, screen 0.279369 right norotate front font ',18' textcolor rgb '#1b1f24'
set label '0.50' at screen 0.064564, screen 0.40969 right norotate front font ',18' textcolor rgb '#1b1f24'
set label '0.75' at screen 0.064564, screen 0.54001 right norotate front font ',18' textcolor rgb '#1b1f24'
set label '1.00' at screen 0.064564, screen 0.670331 right norotate front font ',18' textcolor rgb '#1b1f24'
set label '1.25' at screen 0.064564, screen 0.800651 right norotate front font ',18' textcolor rgb '#1b1f24'
set label 'final error (m)' at screen 0.00441, screen 0.965604 left norotate front font ',18' textcolor rgb '#1b1f24'
set label 'square' at screen 0.219213, screen 0.100542 center norotate front font ',18' textcolor rgb '#1b1f24'
set label 'figure of eight' at screen 0.510873, screen 0.100542 center norotate front font ',18' textcolor rgb '#1b1f24'
set label 'waving' at screen 0.802532, screen 0.100542 center norotate front font ',18' textcolor rgb '#1b1f24'
set label 'movement' at screen 0.510873, screen 0.034396 center norotate front font ',18' textcolor rgb '#1b1f24'
set object rectangle from screen 0.756157, screen 0.861829 to screen 0.773796, screen 0.882407 front fs solid 1 noborder fc rgb '#d55e00'
set label 'none' at screen 0.787025, screen 0.872118 left norotate front font ',18' textcolor rgb '#814210'
set object rectangle from screen 0.756157, screen 0.793037 to screen 0.773796, screen 0.813616 front fs solid 1 noborder fc rgb '#0072b2'
set label 'exponential' at screen 0.787025, screen 0.803326 left norotate front font ',18' textcolor rgb '#0c4d72'
plot 'figure.dat' binary skip=0 record=(3) endian=little format='%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '#d55e00', \
  'figure.dat' binary skip=144 record=(3) endian=little format='%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder fc rgb '#0072b2'
unset multiplot
set output

set terminal svg size 340.1575,240.9449 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.071255; set rmargin at screen 0.840503
set bmargin at screen 0.117039; set tmargin at screen 0.933595
set xrange [0.08944271909999162:18.940232492426095]; set yrange [0.025:0.6250000000000001]
set logscale x 10
set border 3 front lw 0.8 lc rgb '#5b636d'
set xtics nomirror out scale 0.45,0.25 ('' 0.1, '' 1.0, '' 10.0, '' 0.09 1, '' 0.2 1, '' 0.30000000000000004 1, '' 0.4 1, '' 0.5 1, '' 0.6000000000000001 1, '' 0.7000000000000001 1, '' 0.8 1, '' 0.9 1, '' 2.0 1, '' 3.0 1, '' 4.0 1, '' 5.0 1, '' 6.0 1, '' 7.0 1, '' 8.0 1, '' 9.0 1)
set ytics nomirror out scale 0.45,0.25 ('' 0.1, '' 0.2, '' 0.30000000000000004, '' 0.4, '' 0.5, '' 0.6000000000000001)
set label '0.1' at screen 0.053616, screen 0.219109 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.2' at screen 0.053616, screen 0.355201 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.3' at screen 0.053616, screen 0.491294 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.4' at screen 0.053616, screen 0.627386 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.5' at screen 0.053616, screen 0.763479 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.6' at screen 0.053616, screen 0.899572 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'threshold (m/s²)' at screen 0.008819, screen 0.973023 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0.1' at screen 0.087281, screen 0.076574 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.418021, screen 0.076574 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.748761, screen 0.076574 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'α (s⁻¹)' at screen 0.455879, screen 0.026977 center norotate front font ',10' textcolor rgb '#1b1f24'
plot 'figure.dat' binary skip=0 record=(288) endian=little format='%float64%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc rgb variable
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.869901; set rmargin at screen 0.89636
set bmargin at screen 0.117039; set tmargin at screen 0.87383
set xrange [0.0:1.0]; set yrange [0.020000000000000004:2.7]
set logscale y 10
unset border
set label '0.02' at screen 0.908119, screen 0.117039 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.05' at screen 0.908119, screen 0.258405 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.1' at screen 0.908119, screen 0.365345 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.2' at screen 0.908119, screen 0.472284 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.5' at screen 0.908119, screen 0.613651 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.908119, screen 0.72059 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '2' at screen 0.908119, screen 0.82753 left norotate front font ',9' textcolor rgb '#1b1f24'
set label 'drift (m)' at screen 0.869901, screen 0.914918 left norotate front font ',9' textcolor rgb '#1b1f24'
plot 'figure.dat' binary skip=16128 record=(48) endian=little format='%float64%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc rgb variable
unset multiplot
set output

set terminal svg size 340.1575,306.1417 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.047919; set rmargin at screen 0.817979
set bmargin at screen 0.092114; set tmargin at screen 0.947737
set xrange [-0.5:5.5]; set yrange [-0.5:5.5]
set border 3 front lw 0.8 lc rgb '#5b636d'
set xtics nomirror out scale 0.45,0.25 ('' 0.0, '' 1.0, '' 2.0, '' 3.0, '' 4.0, '' 5.0)
set ytics nomirror out scale 0.45,0.25 ('' 0.0, '' 1.0, '' 2.0, '' 3.0, '' 4.0, '' 5.0)
set label 'S' at screen 0.03028, screen 0.163416 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'Z' at screen 0.03028, screen 0.30602 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'L' at screen 0.03028, screen 0.448624 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'J' at screen 0.03028, screen 0.591227 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'I' at screen 0.03028, screen 0.733831 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'O' at screen 0.03028, screen 0.876435 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'written' at screen 0.008819, screen 0.978768 left norotate front font ',10' textcolor rgb '#1b1f24'
set label 'O' at screen 0.112091, screen 0.060266 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'I' at screen 0.240434, screen 0.060266 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'J' at screen 0.368777, screen 0.060266 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'L' at screen 0.497121, screen 0.060266 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'Z' at screen 0.625464, screen 0.060266 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'S' at screen 0.753807, screen 0.060266 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'recognised' at screen 0.432949, screen 0.021232 center norotate front font ',10' textcolor rgb '#1b1f24'
set label '40' at screen 0.112091, screen 0.876435 center norotate front font ',9' textcolor rgb '#ffffff'
set label '41' at screen 0.240434, screen 0.733831 center norotate front font ',9' textcolor rgb '#ffffff'
set label '7' at screen 0.240434, screen 0.591227 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '42' at screen 0.368777, screen 0.591227 center norotate front font ',9' textcolor rgb '#ffffff'
set label '43' at screen 0.497121, screen 0.448624 center norotate front font ',9' textcolor rgb '#ffffff'
set label '7' at screen 0.368777, screen 0.30602 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '44' at screen 0.625464, screen 0.30602 center norotate front font ',9' textcolor rgb '#ffffff'
set label '45' at screen 0.753807, screen 0.163416 center norotate front font ',9' textcolor rgb '#ffffff'
plot 'figure.dat' binary skip=0 record=(36) endian=little format='%float64%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc rgb variable
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.847377; set rmargin at screen 0.873836
set bmargin at screen 0.092114; set tmargin at screen 0.9007
set xrange [0.0:1.0]; set yrange [0.0:45.0]
unset border
set label '0' at screen 0.885595, screen 0.092114 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.885595, screen 0.2718 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.885595, screen 0.451485 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.885595, screen 0.631171 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '40' at screen 0.885595, screen 0.810857 left norotate front font ',9' textcolor rgb '#1b1f24'
set label 'count' at screen 0.847377, screen 0.933038 left norotate front font ',9' textcolor rgb '#1b1f24'
plot 'figure.dat' binary skip=2016 record=(48) endian=little format='%float64%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc rgb variable
unset multiplot
set output

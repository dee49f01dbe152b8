set terminal svg size 340.1575,322.0575 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.047919; set rmargin at screen 0.864769
set bmargin at screen 0.087562; set tmargin at screen 0.950319
set xrange [-0.5:5.5]; set yrange [-0.5:5.5]
set border 3 front lw 0.8 lc rgb '#5b636d'
set xtics nomirror out scale 0.45,0.25 ('' 0.0, '' 1.0, '' 2.0, '' 3.0, '' 4.0, '' 5.0)
set ytics nomirror out scale 0.45,0.25 ('' 0.0, '' 1.0, '' 2.0, '' 3.0, '' 4.0, '' 5.0)
set label 'S' at screen 0.03028, screen 0.159458 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'Z' at screen 0.03028, screen 0.303251 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'L' at screen 0.03028, screen 0.447044 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'J' at screen 0.03028, screen 0.590837 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'I' at screen 0.03028, screen 0.73463 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'O' at screen 0.03028, screen 0.878423 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'written' at screen 0.008819, screen 0.979817 left norotate front font ',10' textcolor rgb '#1b1f24'
set label 'O' at screen 0.11599, screen 0.057288 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'I' at screen 0.252131, screen 0.057288 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'J' at screen 0.388273, screen 0.057288 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'L' at screen 0.524415, screen 0.057288 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'Z' at screen 0.660556, screen 0.057288 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'S' at screen 0.796698, screen 0.057288 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'recognised' at screen 0.456344, screen 0.020183 center norotate front font ',10' textcolor rgb '#1b1f24'
set label '40' at screen 0.11599, screen 0.878423 center norotate front font ',9' textcolor rgb '#ffffff'
set label '41' at screen 0.252131, screen 0.73463 center norotate front font ',9' textcolor rgb '#ffffff'
set label '7' at screen 0.252131, screen 0.590837 center norotate front font ',9' textcolor rgb '#1c2025'
set label '42' at screen 0.388273, screen 0.590837 center norotate front font ',9' textcolor rgb '#ffffff'
set label '43' at screen 0.524415, screen 0.447044 center norotate front font ',9' textcolor rgb '#ffffff'
set label '7' at screen 0.388273, screen 0.303251 center norotate front font ',9' textcolor rgb '#1c2025'
set label '44' at screen 0.660556, screen 0.303251 center norotate front font ',9' textcolor rgb '#ffffff'
set label '45' at screen 0.796698, screen 0.159458 center norotate front font ',9' textcolor rgb '#ffffff'
plot 'figure.dat' binary skip=0 record=(36) endian=little format='%float64%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc rgb variable
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.894167; set rmargin at screen 0.920625
set bmargin at screen 0.087562; set tmargin at screen 0.905607
set xrange [0.0:1.0]; set yrange [0.0:45.0]
unset border
set label '0' at screen 0.932384, screen 0.087562 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.932384, screen 0.26935 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '20' at screen 0.932384, screen 0.451138 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '30' at screen 0.932384, screen 0.632925 left norotate front font ',9' textcolor rgb '#1b1f24'
set label '40' at screen 0.932384, screen 0.814713 left norotate front font ',9' textcolor rgb '#1b1f24'
set label 'count' at screen 0.894167, screen 0.936347 left norotate front font ',9' textcolor rgb '#1b1f24'
plot 'figure.dat' binary skip=2016 record=(48) endian=little format='%float64%float64%float64%float64%float64%float64%float64' using 1:2:3:4:5:6:7 with boxxyerror fs solid 1 noborder fc rgb variable
unset multiplot
set output

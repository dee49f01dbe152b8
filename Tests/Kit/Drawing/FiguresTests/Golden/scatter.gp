set terminal svg size 340.1575,209.7638 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.071255; set rmargin at screen 0.974353
set bmargin at screen 0.134437; set tmargin at screen 0.923724
set xrange [0.08366038252839786:10.339130180810386]; set yrange [0.18573231985450708:0.6803544745375415]
set logscale x 10
set border 3 front lw 0.8 lc rgb '#5b636d'
set grid xtics ytics noztics back lt 1 lw 0.6 lc rgb '#dfe3e8'
set xtics nomirror out scale 0.45,0.25 ('' 0.1, '' 1.0, '' 10.0, '' 0.09 1, '' 0.2 1, '' 0.30000000000000004 1, '' 0.4 1, '' 0.5 1, '' 0.6000000000000001 1, '' 0.7000000000000001 1, '' 0.8 1, '' 0.9 1, '' 2.0 1, '' 3.0 1, '' 4.0 1, '' 5.0 1, '' 6.0 1, '' 7.0 1, '' 8.0 1, '' 9.0 1)
set ytics nomirror out scale 0.45,0.25 ('' 0.2, '' 0.30000000000000004, '' 0.4, '' 0.5, '' 0.6000000000000001)
set label '0.2' at screen 0.053616, screen 0.157204 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.3' at screen 0.053616, screen 0.316778 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.4' at screen 0.053616, screen 0.476352 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.5' at screen 0.053616, screen 0.635925 right norotate front font ',9' textcolor rgb '#1b1f24'
set label '0.6' at screen 0.053616, screen 0.795499 right norotate front font ',9' textcolor rgb '#1b1f24'
set label 'final drift (m)' at screen 0.008819, screen 0.969013 left norotate front font ',10' textcolor rgb '#1b1f24'
set label '0.1' at screen 0.104703, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '1' at screen 0.536402, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label '10' at screen 0.9681, screen 0.087956 center norotate front font ',9' textcolor rgb '#1b1f24'
set label 'rate of damping (s⁻¹)' at screen 0.522804, screen 0.030987 center norotate front font ',10' textcolor rgb '#1b1f24'
set label '' at screen 0.115352, screen 0.879984 front point pt 7 ps 0.6944 lw 1 lc rgb '#0072b2'
set label 'square' at screen 0.15945, screen 0.879984 left norotate front font ',9.5' textcolor rgb '#0c4d72'
set label '' at screen 0.115352, screen 0.821108 front point pt 9 ps 0.6944 lw 1 lc rgb '#e69f00'
set label 'figure of eight' at screen 0.15945, screen 0.821108 left norotate front font ',9.5' textcolor rgb '#8b6510'
set label '' at screen 0.115352, screen 0.762233 front point pt 5 ps 0.6944 lw 1 lc rgb '#009e73'
set label 'waving' at screen 0.15945, screen 0.762233 left norotate front font ',9.5' textcolor rgb '#0c654f'
plot 'figure.dat' binary skip=0 record=(12) endian=little format='%float64%float64' using 1:2 with points pt 7 ps 0.6944 lw 1 lc rgb '#0072b2', \
  'figure.dat' binary skip=192 record=(12) endian=little format='%float64%float64' using 1:2 with points pt 9 ps 0.6944 lw 1 lc rgb '#e69f00', \
  'figure.dat' binary skip=384 record=(12) endian=little format='%float64%float64' using 1:2 with points pt 5 ps 0.6944 lw 1 lc rgb '#009e73'
unset multiplot
set output

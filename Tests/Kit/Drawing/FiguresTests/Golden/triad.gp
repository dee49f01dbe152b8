set terminal svg size 340.1575,269.2913 dynamic noenhanced font 'sans-serif,10' rounded
set encoding utf8
set output 'figure.svg'
set multiplot
unset label; unset arrow; unset object; unset key; unset logscale; unset grid; unset xtics; unset ytics
set clip two
set lmargin at screen 0.047037; set rmargin at screen 0.952963
set bmargin at screen 0.059415; set tmargin at screen 0.940585
set xrange [-0.33518593796857066:1.2323140671795911]; set yrange [-0.2560138075866297:0.9510124637529299]
unset border
set label 'x' at screen 0.761261, screen 0.084129 center norotate front font ',10' textcolor rgb '#814210'
set label 'y' at screen 0.53803, screen 0.544085 center norotate front font ',10' textcolor rgb '#0c654f'
set label 'z' at screen 0.240755, screen 0.94137 center norotate front font ',10' textcolor rgb '#0c4d72'
set label 'x′' at screen 0.843909, screen 0.284918 center norotate front font ',10' textcolor rgb '#814210'
set label 'y′' at screen 0.182271, screen 0.921568 center norotate front font ',10' textcolor rgb '#0c654f'
set label 'z′' at screen 0.286641, screen 0.624879 center norotate front font ',10' textcolor rgb '#0c4d72'
plot 'figure.dat' binary skip=0 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 1.8 dt (5,3.5) lc rgb '#d55e00', \
  'figure.dat' binary skip=32 record=(4) endian=little format='%float64%float64' using 1:2 with filledcurves closed fs solid 1 noborder fc rgb '#d55e00', \
  'figure.dat' binary skip=96 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 1.8 dt (5,3.5) lc rgb '#009e73', \
  'figure.dat' binary skip=128 record=(4) endian=little format='%float64%float64' using 1:2 with filledcurves closed fs solid 1 noborder fc rgb '#009e73', \
  'figure.dat' binary skip=192 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 1.8 dt (5,3.5) lc rgb '#0072b2', \
  'figure.dat' binary skip=224 record=(4) endian=little format='%float64%float64' using 1:2 with filledcurves closed fs solid 1 noborder fc rgb '#0072b2', \
  'figure.dat' binary skip=288 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 1.8 dt solid lc rgb '#d55e00', \
  'figure.dat' binary skip=320 record=(4) endian=little format='%float64%float64' using 1:2 with filledcurves closed fs solid 1 noborder fc rgb '#d55e00', \
  'figure.dat' binary skip=384 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 1.8 dt solid lc rgb '#009e73', \
  'figure.dat' binary skip=416 record=(4) endian=little format='%float64%float64' using 1:2 with filledcurves closed fs solid 1 noborder fc rgb '#009e73', \
  'figure.dat' binary skip=480 record=(2) endian=little format='%float64%float64' using 1:2 with lines lw 1.8 dt solid lc rgb '#0072b2', \
  'figure.dat' binary skip=512 record=(4) endian=little format='%float64%float64' using 1:2 with filledcurves closed fs solid 1 noborder fc rgb '#0072b2'
unset multiplot
set output

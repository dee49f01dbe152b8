#ifndef CGNUPLOT_H
#define CGNUPLOT_H
#endif

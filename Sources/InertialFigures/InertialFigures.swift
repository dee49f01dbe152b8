// InertialFigures

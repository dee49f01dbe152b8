// Inertial

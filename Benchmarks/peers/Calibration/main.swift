import Inertial

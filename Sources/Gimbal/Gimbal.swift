// Everything that a notebook uses, by one import.
@_exported import Display
@_exported import Figures
@_exported import GestureFigures
@_exported import Gestures
@_exported import Inertial
@_exported import InertialFigures
@_exported import Networks
@_exported import Rotations

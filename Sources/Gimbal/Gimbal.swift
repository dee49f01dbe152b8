@_exported import Rotations

// Everything that a notebook uses, by one import.
internal import Basics
@_exported import Display
@_exported import Figures
import Foundation
@_exported import GestureFigures
@_exported import Gestures
@_exported import Inertial
@_exported import InertialFigures
@_exported import InertialNetworks
internal import JudgedCalls
@_exported import Lessons
@_exported import Networks
@_exported import Posture
@_exported import Results
@_exported import Rotations
@_exported import Statistics

/// Called once by the process in which cells run, before the first cell: doubts about what a cell reads or computes
/// is among the cell's warnings.
@_documentation(visibility: internal)
@_cdecl("gimbal_begin")
public func gimbalBegin() {
  Warnings.observer = { $1 ? find($0) : warn($0) }
}

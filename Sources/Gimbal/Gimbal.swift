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
@_exported import Networks
@_exported import Posture
@_exported import Results
@_exported import Rotations

/// Called once by the process in which cells run, before the first cell: what is doubtful about a recording that a cell reads
/// stands in the cell's report, and, as what is doubtful about anything else, among the cell's warnings.
@_cdecl("gimbal_begin")
public func gimbalBegin() {
  ReadingDoubts.observer = { path, doubts in
    for doubt in doubts { warn("\(path): doubtful: \(doubt)") }
  }
  Warnings.observer = { warn($0) }
  SchemeDoubts.observer = { doubts in
    for doubt in doubts { warn(doubt.description) }
  }
}

// Everything that a notebook uses, by one import.
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
/// stands in the cell's report.
@_cdecl("gimbal_begin")
public func gimbalBegin() {
  ReadingDoubts.observer = { path, doubts in
    let lines = doubts.map { "\(path): doubtful: \($0)\n" }
    FileHandle.standardError.write(Data(lines.joined().utf8))
  }
  SchemeDoubts.observer = { doubts in
    for doubt in doubts { warn(doubt.description) }
  }
}

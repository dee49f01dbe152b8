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
@_exported import Rotations

/// Called once by the process in which cells run, before the first cell: what is doubtful about a recording that a cell reads
/// stands in the cell's report, and, as what is doubtful about anything else, among the cell's warnings.
@_cdecl("gimbal_begin")
public func gimbalBegin() {
  ReadingDoubts.observer = { path, doubts in
    let lines = doubts.map { "\(path): doubtful: \($0)\n" }
    FileHandle.standardError.write(Data(lines.joined().utf8))
    for doubt in doubts { displayWarning("\(path): doubtful: \(doubt)") }
  }
  Warnings.observer = { displayWarning($0) }
}

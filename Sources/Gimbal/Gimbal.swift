// Everything that a notebook uses, by one import.
@_exported import Display
@_exported import Figures
@_exported import GestureFigures
@_exported import Gestures
@_exported import Inertial
@_exported import InertialFigures
@_exported import InertialNetworks
@_exported import Networks
@_exported import Posture
@_exported import Rotations

/// Called once by the process in which cells run, before the first cell: the runner then hears of every file that the
/// library reads.
@_cdecl("gimbal_begin")
public func gimbalBegin() {
  FileObservation.observer = { event in
    noteInput(InputFile(path: event.path, contentHash: event.contentHash))
  }
}

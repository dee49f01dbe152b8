// Recordings of motion and what is computed from them, by one import.
@_exported import Calibration
@_exported import Evaluation
@_exported import Fusion
@_exported import Recordings
@_exported import Simulation
@_exported import Stabilization
@_exported import Statistics
@_exported import Traces

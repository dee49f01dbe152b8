import Foundation
import TestPrograms
import Testing

@testable import Figures

/// Whether the machine has gnuplot; tests that draw are skipped without.
let hasGnuplot = (try? FigureRenderer().executable()) != nil

/// A command that takes gnuplot's place.
func standIn(_ script: String, in folder: URL) throws -> String {
  let path = folder.appendingPathComponent("gnuplot-stand-in").path
  try TestProgram.write(script, to: path)
  return path
}

/// A folder that is gone after `body`.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("figures-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// A line from (0, 0) to (1, 1).
let diagonal = Figure(
  x: FigureAxis("time", unit: "s"), y: FigureAxis("drift", unit: "m"), [.line("none", x: [0, 1], y: [0, 1])])

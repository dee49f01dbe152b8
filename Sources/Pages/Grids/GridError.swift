import Foundation
import NotebookDocument

import enum Basics.ShellWord

/// Why a grid cannot be planned, run or gathered.
package enum GridError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
  case noMatch(pattern: String, parameter: String)
  case whichParameter(pattern: String, candidates: [String])
  case notAPath(parameter: String)
  case malformedGrid(String)
  case badDesign(String)
  case noPlan(String)
  case brokenPlan(String, String)
  case olderPlan(String, found: Int)
  case notebookMissing(String, plan: String)
  case notebookChanged(String)
  case otherKit(plan: String, here: String)
  case noPoint(String)
  case badShard(String)
  case machine(String)
  case unwritable(String, String)
  case nothingToRun

  package var errorDescription: String? { description }

  package var description: String {
    switch self {
    case .noMatch(let pattern, let parameter):
      "error: no file matches “\(pattern)” for the parameter “\(parameter)”; put the pattern in quotes, so that the shell leaves it alone, and write it relative to the current folder"
    case .whichParameter(let pattern, let candidates):
      candidates.isEmpty
        ? "error: no parameter of the notebook names a file, so Gimbal cannot tell which one “\(pattern)” is for; write --over NAME=\(ShellWord.quoted(pattern))"
        : "error: several parameters name files (\(candidates.joined(separator: ", "))); say which one with --over \(candidates[0])=\(ShellWord.quoted(pattern))"
    case .notAPath(let parameter):
      "error: the parameter “\(parameter)” does not take text, so it cannot name a recording"
    case .malformedGrid(let text):
      "error: “\(text)” is not of the form name=value,value,…; write for example --grid alpha=0.5,1,2"
    case .badDesign(let why): "error: \(why)"
    case .noPlan(let path):
      "\(path): error: there is no plan here; make one with “gimbal grid plan NOTEBOOK --grid name=value,value”"
    case .brokenPlan(let path, let why):
      "\(path): error: this is not the plan of a grid: \(why); write a new one with “gimbal grid plan”"
    case .olderPlan(let path, let found):
      "\(path): error: the plan has format \(found), which this version cannot read; write a new one with “gimbal grid plan”"
    case .notebookMissing(let path, let plan):
      "\(plan): error: the plan's notebook is not at \(path); move the plan and the notebook together"
    case .notebookChanged(let path):
      "\(path): error: the notebook has changed since it was planned; plan again with “gimbal grid plan” (results that still hold are kept)"
    case .otherKit(let plan, let here):
      "error: the plan was made with another version of Gimbal or of the compiler (\(plan)) than the one installed here (\(here)); install the same version, or plan again here with “gimbal grid plan”"
    case .noPoint(let name):
      "error: the plan has no point “\(name)”; give its number, its identity or the first characters of that (“gimbal grid status” lists them)"
    case .badShard(let text): "error: “\(text)” is not a shard; write i/n with 1 ≤ i ≤ n, for example 3/20"
    case .machine(let why): "error: \(why); the point was not recorded, and another machine can still run it"
    case .unwritable(let path, let why):
      "\(path): error: this cannot be written: \(why); make room, or change the folder's permissions"
    case .nothingToRun: "error: say in what the points of the grid differ: --grid name=value,value or --over 'PATTERN'"
    }
  }
}

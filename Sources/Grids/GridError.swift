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
      "error: no file matches “\(pattern)” for the parameter “\(parameter)”; put the pattern in quotes so that the shell leaves it alone, and give it from the current folder"
    case .whichParameter(let pattern, let candidates):
      candidates.isEmpty
        ? "error: no parameter of the notebook names a file, so that it is not clear which one “\(pattern)” is for; write --over NAME=\(ShellWord.quoted(pattern))"
        : "error: several parameters name files (\(candidates.joined(separator: ", "))); say which one with --over \(candidates[0])=\(ShellWord.quoted(pattern))"
    case .notAPath(let parameter):
      "error: the parameter “\(parameter)” takes no text, so that it cannot name a recording"
    case .malformedGrid(let text):
      "error: “\(text)” is not of the form name=value,value,…; write for example --grid alpha=0.5,1,2"
    case .badDesign(let why): "error: \(why)"
    case .noPlan(let path):
      "\(path): error: there is no plan here; make one with “gimbal grid plan NOTEBOOK --grid name=value,value”"
    case .brokenPlan(let path, let why):
      "\(path): error: this is no plan of a grid: \(why); make it anew with “gimbal grid plan”"
    case .olderPlan(let path, let found):
      "\(path): error: the plan has the form \(found), which this version does not read; make it anew with “gimbal grid plan”"
    case .notebookMissing(let path, let plan):
      "\(plan): error: the notebook of the plan is not at \(path); move the plan and the notebook together"
    case .notebookChanged(let path):
      "\(path): error: the notebook is not the one that was planned; plan again with “gimbal grid plan” (what still holds is kept)"
    case .otherKit(let plan, let here):
      "error: the plan was made with another kit or compiler (\(plan)) than is installed here (\(here)); install the same version, or plan again here with “gimbal grid plan”"
    case .noPoint(let name):
      "error: the plan has no point “\(name)”; name one by its number, its identity or the beginning of it (“gimbal grid status” lists them)"
    case .badShard(let text): "error: “\(text)” is no shard; write i/n with 1 ≤ i ≤ n, for example 3/20"
    case .machine(let why): "error: \(why); the point was not recorded, so that another machine can run it"
    case .unwritable(let path, let why):
      "\(path): error: this cannot be written: \(why); make room or change the folder's permissions"
    case .nothingToRun: "error: name what the points of the grid differ in: --grid name=value,value or --over 'PATTERN'"
    }
  }
}

import Basics

import enum Basics.ShellWord

/// Why a grid cannot be planned, run or gathered.
package typealias GridError = Fault<GridReason>

/// The reasons of ``GridError``.
package enum GridReason: FaultReason {
  case noMatch(pattern: String, parameter: String)
  case whichParameter(pattern: String, candidates: [String])
  case notAPath(parameter: String)
  case malformedGrid(String)
  case badDesign(String)
  case noPlan
  case brokenPlan(String)
  case olderPlan(found: Int)
  case notebookMissing(String)
  case notebookChanged
  case otherKit(plan: String, here: String)
  case noPoint(String)
  case badShard(String)
  case machine(String)
  case unwritable(String)
  case nothingToRun

  package var message: String {
    switch self {
    case .noMatch(let pattern, let parameter):
      "no file matches “\(pattern)” for the parameter “\(parameter)”; put the pattern in quotes, so that the shell leaves it alone, and write it relative to the current folder"
    case .whichParameter(let pattern, let candidates):
      candidates.isEmpty
        ? "no parameter of the notebook names a file, so Gimbal cannot tell which one “\(pattern)” is for; write --over NAME=\(ShellWord.quoted(pattern))"
        : "several parameters name files (\(candidates.joined(separator: ", "))); say which one with --over \(candidates[0])=\(ShellWord.quoted(pattern))"
    case .notAPath(let parameter):
      "the parameter “\(parameter)” does not take text, so it cannot name a recording"
    case .malformedGrid(let text):
      "“\(text)” is not of the form name=value,value,…; write for example --grid alpha=0.5,1,2"
    case .badDesign(let why): why
    case .noPlan:
      "there is no plan here; make one with “gimbal grid plan NOTEBOOK --grid name=value,value”"
    case .brokenPlan(let why):
      "this is not the plan of a grid: \(why); write a new one with “gimbal grid plan”"
    case .olderPlan(let found):
      "the plan has format \(found), which this version cannot read; write a new one with “gimbal grid plan”"
    case .notebookMissing(let path):
      "the plan's notebook is not at \(path); move the plan and the notebook together"
    case .notebookChanged:
      "the notebook has changed since it was planned; plan again with “gimbal grid plan” (results that still hold are kept)"
    case .otherKit(let plan, let here):
      "the plan was made with another version of Gimbal or of the compiler (\(plan)) than the one installed here (\(here)); install the same version, or plan again here with “gimbal grid plan”"
    case .noPoint(let name):
      "the plan has no point “\(name)”; give its number, its identity or the first characters of that (“gimbal grid status” lists them)"
    case .badShard(let text): "“\(text)” is not a shard; write i/n with 1 ≤ i ≤ n, for example 3/20"
    case .machine(let why): "\(why); the point was not recorded, and another machine can still run it"
    case .unwritable(let why):
      "this cannot be written: \(why); make room, or change the folder's permissions"
    case .nothingToRun: "say in what the points of the grid differ: --grid name=value,value or --over 'PATTERN'"
    }
  }
}

import CellCompiler
import CellKernel
import EditorMutations
import Foundation
import MessageMutations
import NotebookMutations
import PhoneMutations
import RecordingMutations
import Synchronization

// A million numbers against `strtod`, a million mutated recordings through every importer, a million mutated notebooks
// through reading, every tenth of them through setting its pages too, ten thousand through a run with a cache of compiled
// cells, a million mutated messages of the host's channels and as many of editors, a thousand texts before they run
// and as they run, a hundred thousand conversations of phones, of ten messages each, on their
// whole way to the disk, and thousands of cells that write garbage to these channels:
// `gimbal-fuzz [--numbers N] [--count N] [--notebooks N] [--sets PART] [--runs N] [--messages N] [--editors N] [--examined N] [--phones N] [--cells N]
// [--seed S] [--threads T] [--limit S]`; `--show 1 --seed S` writes the notebook of a seed.
//
// Mutant i is made from seed S + i, so that one that fails is made again by `--seed S+i --count 1`. It ends with 1 when
// an input took longer than the limit or gave something other than a recording, and with the signal's number where one
// trapped; in each case the seed is reported.

func option(_ name: String, _ usual: Double) -> Double {
  let arguments = CommandLine.arguments
  guard let index = arguments.firstIndex(of: "--\(name)"), index + 1 < arguments.count else { return usual }
  return Double(arguments[index + 1]) ?? usual
}

let options = [
  "numbers", "count", "notebooks", "sets", "runs", "messages", "editors", "examined", "phones", "cells", "seed",
  "threads", "limit", "show",
]
if let wrong = CommandLine.arguments.dropFirst().first(where: { word in
  Double(word) == nil && !options.contains { word == "--\($0)" }
}) {
  let usage = "usage: gimbal-fuzz " + options.map { "[--\($0) N]" }.joined(separator: " ")
  print(["--help", "-h"].contains(wrong) ? usage : "unknown option “\(wrong)”\n\(usage)")
  exit(["--help", "-h"].contains(wrong) ? 0 : 2)
}

let count = Int(option("count", 1e6))
let seed = UInt64(option("seed", 1))
let threads = max(1, Int(option("threads", Double(ProcessInfo.processInfo.activeProcessorCount))))
let limit = option("limit", 60)

// The notebook of a seed, for a person to look at.
if option("show", 0) > 0 {
  FileHandle.standardOutput.write(NotebookMutant(seed: seed, sets: 0).data)
  exit(0)
}

print("from seed \(seed)")
fflush(nil)

let numbers = Int(option("numbers", 1e6))
var trial = NumberTrial(seed: seed)
for _ in stride(from: 0, to: numbers, by: 100_000) {
  let differences = try trial.differences(count: min(numbers, 100_000))
  for difference in differences { print(difference) }
  if !differences.isEmpty { exit(1) }
}
if numbers > 0 { print("\(numbers) numbers as strtod rounds them") }

/// Lets all threads try mutants; the body's answer is nil for one that was refused, and otherwise what is wrong with it.
func fuzz(_ name: String, _ count: Int, _ body: @escaping @Sendable (UInt64, () -> Void) -> String?) {
  guard count > 0 else { return }
  let watch = Watch(threads: threads, count: count, limit: limit)
  watch.namesSeedOnSignals()
  let start = DispatchTime.now().uptimeNanoseconds
  for worker in 0..<threads {
    let thread = Thread { [seed, threads] in
      for index in stride(from: worker, to: count, by: threads) {
        let current = seed &+ UInt64(index)
        watch.begin(worker, current)
        // Only what the reader takes counts.
        let outcome = body(current) { watch.begin(worker, current) }
        watch.end(worker, isRefused: outcome == nil)
        if let outcome, !outcome.isEmpty { watch.fail("\(name), seed \(current): \(outcome)") }
      }
      watch.finish()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
  watch.waitWithProgress()
  let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
  print(
    "\(count) \(name) from seed \(seed) in \(Int(seconds)) s: \(watch.refused) refused, \(count - watch.refused) read, "
      + "none trapped, the slowest took \(String(format: "%.2f", watch.slowest.seconds)) s (seed \(watch.slowest.seed))"
  )
}

fuzz("recordings", count) { seed, begin in
  let mutant = Mutant(seed: seed)
  begin()
  return mutant.read()
}

let sets = option("sets", 0.1)
fuzz("notebooks", Int(option("notebooks", 1e6))) { seed, begin in
  let mutant = NotebookMutant(seed: seed, sets: sets)
  begin()
  return mutant.read()
}

let runs = Int(option("runs", 1e4))
if runs > 0 {
  let trial = try RunTrial()
  defer { trial.end() }
  fuzz("runs of notebooks", runs) { seed, begin in trial.trial(NotebookMutant(seed: seed, sets: 0), seed, begin) }
}

fuzz("messages", Int(option("messages", 1e6))) { seed, _ in MessageMutant(seed: seed).fault() ?? "" }

fuzz("messages of editors", Int(option("editors", 1e6))) { seed, _ in EditorMutant(seed: seed).fault() ?? "" }

// A text is four of a notebook.
fuzz("notebooks before they run", Int(option("examined", 1000)) / 4) { seed, _ in
  do {
    return try ExaminationTrial(keepsGoing: seed % 2 == 0).compare(seed: seed).difference ?? ""
  } catch {
    return "\(error)"
  }
}

let phones = Int(option("phones", 1e5))
if phones > 0 {
  let folder = "\(NSTemporaryDirectory())gimbal-fuzz-\(UUID().uuidString)"
  defer { try? FileManager.default.removeItem(atPath: folder) }
  fuzz("conversations of phones", phones) { seed, _ in
    do {
      return try PhoneMutant(seed: seed).fault(in: "\(folder)/\(seed)") ?? ""
    } catch {
      return "\(error)"
    }
  }
}

let cells = Int(option("cells", 3000))
if cells > 0 {
  let folder = "\(NSTemporaryDirectory())gimbal-fuzz-\(UUID().uuidString)"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let history = try History(SessionConfiguration(), folder: folder)
  var ended: [String: Int] = [:]
  for index in 0..<cells {
    try Data("\(seed &+ UInt64(index))".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(GarbageCell.seedFile)"))
    let outcome = try history.run(GarbageCell.code, options: .init(timeout: 30)).outcome
    if case .failed(.timedOut) = outcome.status {
      print("seed \(seed &+ UInt64(index)): the cell does not end")
      exit(1)
    }
    ended[outcome.status == .done ? "as cells do" : "in failure", default: 0] += 1
    history.restart()
  }
  print(
    "\(cells) cells that write garbage ended: \(ended.map { "\($0.value) \($0.key)" }.sorted().joined(separator: ", "))"
  )
}

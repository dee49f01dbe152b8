// Writes docs/reference from the compiler's knowledge of the kit, or says what in it is not as it would be written.
//
//   gimbal-reference            writes the pages
//   gimbal-reference --check    compares; status 1 when something differs or a call has no example that runs
//   … FOLDER …                  with the documents of other folders than `docs`; of several, each line begins with its folder

import Basics
import Foundation

/// What `import Gimbal` gives.
let modules = [
  "Rotations", "Traces", "Calibration", "Recordings", "Stabilization", "Fusion", "Evaluation", "Simulation", "Gestures",
  "Networks",
  "InertialNetworks", "Display", "Figures", "InertialFigures",
  "GestureFigures", "Posture", "Lessons", "Results", "Gimbal",
]

func make() throws -> [String] {
  var arguments = Array(CommandLine.arguments.dropFirst())
  let checks = arguments.first == "--check"
  if checks { arguments.removeFirst() }
  guard !arguments.contains(where: { $0.hasPrefix("-") }) else {
    throw Refusal(description: "usage: gimbal-reference [--check] [FOLDER …]")
  }
  let project = URL(filePath: #filePath).appendingPathComponent("../../..").standardized
  let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
  let compiler = try Compiler(products: program.deletingLastPathComponent(), project: project)

  let graphs = FileManager.default.temporaryDirectory.appending(path: "gimbal-symbols-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: graphs) }
  for module in modules { try compiler.extractSymbols(of: module, into: graphs) }

  if arguments.isEmpty { arguments = [project.appending(path: "docs").path] }
  var known: [String: [String: String]] = [:]
  return try arguments.flatMap { folder in
    try remarks(on: URL(filePath: folder), checks: checks, graphs: graphs, compiler: compiler, known: &known)
      .map { arguments.count > 1 ? "\(folder): \($0)" : $0 }
  }
}

/// Writes the pages of a folder of documents, or compares them: the remarks on them.
///
/// - Parameter known: what examples use that were looked at before.
func remarks(
  on documents: URL, checks: Bool, graphs: URL, compiler: Compiler, known: inout [String: [String: String]]
) throws -> [String] {
  var examples = Examples()
  let names = try FileManager.default.contentsOfDirectory(atPath: documents.appending(path: "examples").path)
    .filter { $0.hasSuffix(".md") }.sorted().map { "examples/\($0)" }
  for name in ["cheatsheet.md"] + names { try examples.add(name, in: documents, compiler: compiler, known: &known) }
  let reference = try Reference(try PublicName.all(in: graphs), examples: examples)
  var remarks = reference.withoutExample.map {
    "no example that runs uses \($0.path.joined(separator: ".")) (\($0.file ?? $0.module)): "
      + "add one to docs/examples"
  }
  let folder = documents.appending(path: "reference")
  for (name, text) in reference.files.sorted(by: { $0.key < $1.key }) {
    let file = folder.appending(path: name)
    let there = try? String(contentsOf: file, encoding: .utf8)
    guard there != text else { continue }
    if checks {
      remarks.append("docs/reference/\(name) is not what the sources say: make reference")
    } else {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try WholeFile.write(Data(text.utf8), to: file.path)
      print("docs/reference/\(name)")
    }
  }
  return remarks
}

do {
  let remarks = try make()
  for remark in remarks { print(remark) }
  exit(remarks.isEmpty ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}

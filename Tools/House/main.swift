// The package looked at from outside.
//
//   gimbal-house pictures            docs/house: the wings, their rooms, and who imports whom, from Package.swift; needs Graphviz
//   gimbal-house pictures --print    the same in Graphviz's language, printed
//   gimbal-house messages [FOLDER]   every text of Sources (or a folder of it) that a user may read, with file and line
//   gimbal-house errors              docs/howto/errors.md: the commonest messages, each with an example and the remedy
//   gimbal-house english             every comment and name with a pattern of docs/writing.md, and the counts

import Basics
import Foundation

let project = URL(filePath: #filePath).appendingPathComponent("../../..").standardized

func answer(_ arguments: [String]) throws {
  switch (arguments.first, arguments.count) {
  case ("pictures", 1): for picture in try house().pictures { try draw(picture) }
  case ("pictures", 2) where arguments[1] == "--print":
    for picture in try house().pictures { print(picture.source, terminator: "") }
  case ("messages", ...2):
    for message in try Message.all(below: arguments.count == 2 ? arguments[1] : "Sources", of: project) {
      print("\(message.file):\(message.line): \(message.text)")
    }
  case ("errors", 1): try writeErrors()
  case ("english", 1): try listPatterns()
  default: throw Refusal("usage: gimbal-house pictures [--print] | messages [FOLDER] | errors | english")
  }
}

func writeErrors() throws {
  for error in CommonError.unknown(among: try Message.all(below: "Sources", of: project)) {
    throw Refusal("no message of the sources has “\(error.words)”; correct Tools/House/CommonErrors.swift")
  }
  try WholeFile.write(Data(CommonError.page.utf8), to: project.appending(path: "docs/howto/errors.md").path)
  print("docs/howto/errors.md")
}

func listPatterns() throws {
  var counts: [String: Int] = [:]
  for folder in ["Sources", "Tests", "Benchmarks", "Tools"] {
    for source in try SourceText.all(below: folder, of: project) {
      for text in Prose.all(inSwift: source.text) {
        for finding in English.findings(in: text.text) {
          counts[finding.pattern, default: 0] += 1
          print("\(folder)/\(source.file):\(text.line): \(finding.pattern): \(finding.sentence)")
        }
      }
    }
  }
  for (pattern, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(pattern): \(count)") }
}

func house() throws -> House {
  House(manifest: try String(contentsOf: project.appending(path: "Package.swift"), encoding: .utf8))
}

func draw(_ picture: HousePicture) throws {
  let graphviz = Process()
  let (input, output) = (Pipe(), Pipe())
  graphviz.executableURL = URL(filePath: "/usr/bin/env")
  graphviz.arguments = ["dot", "-Tsvg"]
  graphviz.standardInput = input
  graphviz.standardOutput = output
  try graphviz.run()
  try input.fileHandleForWriting.write(contentsOf: Data(picture.source.utf8))
  try input.fileHandleForWriting.close()
  let drawn = output.fileHandleForReading.readDataToEndOfFile()
  graphviz.waitUntilExit()
  guard graphviz.terminationStatus == 0 else { throw Refusal("Graphviz's dot did not draw: make rooms installs it") }
  try WholeFile.write(drawn, to: project.appending(path: picture.path).path)
  print(picture.path)
}

struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

do {
  try answer(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}

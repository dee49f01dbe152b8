import Foundation
import NotebookBench
import TestPrograms
import Testing

@testable import NotebookRunning
@testable import ReportExport
@testable import Toolchains

@Suite("What a run rests on")
struct InstallationTests {
  @Test("No compiler on the path")
  func noCompiler() {
    #expect(throws: ToolchainError(.noCompiler("swift-frontend"))) { try Toolchain.find(path: "/nowhere:/tmp") }
    #expect("\(ToolchainError(.noCompiler("swift-frontend")))".contains("install a Swift toolchain"))
  }

  @Test("No libraries next to the program")
  func noLibraries() {
    #expect(throws: ToolchainError(.noHost("libGimbalKit.so"))) {
      try LibraryLocation.beside(program: "/nowhere/gimbal")
    }
  }

  @Test("A build that was moved is noticed, one that was not is fine", arguments: [true, false])
  func moved(isMoved: Bool) throws {
    let bench = try Workbench()
    let folder = "\(bench.folder)/here/.build/x86_64/debug"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let recorded = isMoved ? "/old/place" : URL(fileURLWithPath: "\(bench.folder)/here").resolvingSymlinksInPath().path
    try Data("{ \"binaryPath\" : \"\(recorded)/.build/x86_64/debug/a.xctest\" }".utf8).write(
      to: URL(fileURLWithPath: "\(folder)/description.json"))
    let finding = try #require(Installation.examine(beside: "\(folder)/gimbal").first { $0.name == "build" })
    #expect(finding.isFound == !isMoved)
    if case .faulty(let words) = finding.state { #expect(words.contains("/old/place") && words.contains("make build")) }
    #expect(Installation.examine(beside: "\(bench.folder)/gimbal").allSatisfy { $0.name != "build" })
  }

  @Test("Missing programs are named, with the package to install")
  func doctor() {
    let present = Installation.examine()
    #expect(present.first { $0.name == "Swift" }?.isFound == true)
    #expect(present.first { $0.name == "gnuplot" }?.isFound == true)
    let absent = Installation.examine(path: "/nowhere", beside: "/nowhere/gimbal")
    #expect(absent.filter { $0.isNeeded && !$0.isFound }.map(\.name) == ["Swift", "Gimbal's libraries", "gnuplot"])
    for finding in absent where finding.name != "cache" {
      guard case .missing(let remedy) = finding.state else {
        Issue.record("\(finding.name) was found")
        continue
      }
      #expect(remedy.contains("install") || remedy.contains("build"))
    }
  }

  /// What doctor advises puts Typst and pandoc into a Python; they are found there, by the report's rule and by doctor's.
  @Test(
    "Typst and pandoc of pip are found in a Python on the path; one without the other is told as that",
    arguments: [true, false])
  func advice(hasPandoc: Bool) throws {
    let bench = try Workbench()
    let folder = bench.folder
    // As pypandoc_binary does it: pandoc is inside of the package, and on no path.
    try TestProgram.write(
      "[ \"$1\" = --list-output-formats ] && echo typst || echo pandoc 3.6", to: "\(folder)/package/pandoc")
    try TestProgram.write(
      "case \"$2\" in *pypandoc*) \(hasPandoc ? "echo \(folder)/package/pandoc" : "exit 1");; *__version__*) echo Typst 0.14.0;; esac",
      to: "\(folder)/python3")
    let tools = TypesettingTools(path: folder, beside: "/nowhere/gimbal")
    #expect(tools.makesPDF == hasPandoc && tools.python == "\(folder)/python3")
    let findings = Installation.examine(path: folder, beside: "/nowhere/gimbal")
    let (pandoc, typst) = (findings.first { $0.name == "pandoc" }, findings.first { $0.name == "Typst" })
    #expect(typst?.isFound == true && pandoc?.isFound == hasPandoc, "\(findings)")
    if case .missing(let remedy)? = pandoc?.state {
      #expect(remedy == TypesettingTools.remedy && remedy.contains("pypandoc_binary"))
    }
  }
}

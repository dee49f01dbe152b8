import ArgumentParser
import Foundation
import JupyterKernel
import NotebookRunning
import Toolchains

/// `gimbal doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what is installed, in which version, and what to install.",
    discussion: """
      Exit status: 0 when everything is there that running notebooks needs, 1 otherwise.

      EXAMPLES
        gimbal doctor
      """.flowing)

  func run() throws {
    let installed = Installation.examine()
    let findings = installed + Self.jupyter(hasCompiler: installed.first?.isFound ?? false)
    let width = findings.map(\.name.count).max() ?? 0
    for finding in findings {
      let name = finding.name.padding(toLength: width, withPad: " ", startingAt: 0)
      switch finding.state {
      case .found(let what): print("✓ \(name)  \(what)")
      case .faulty(let words): print("\(finding.isNeeded ? "✗" : "–") \(name)  \(words)")
      case .missing(let remedy):
        print("\(finding.isNeeded ? "✗" : "–") \(name)  missing: needed for \(finding.purpose); \(remedy)")
      }
    }
    if findings.contains(where: { $0.isNeeded && !$0.isFound }) { throw ExitCode(1) }
  }

  /// Whether Jupyter knows the kernel, and the kernel knows names.
  private static func jupyter(hasCompiler: Bool) -> [Installation.Finding] {
    let installed = KernelSpec.places().compactMap { place in
      KernelSpec.installedProgram(in: place).map { (KernelSpec.folder(place), $0) }
    }
    let kernel: Installation.Finding.State =
      switch installed.first {
      case nil: .missing("run “gimbal kernel install”")
      case (_, let program)? where !FileManager.default.isExecutableFile(atPath: program):
        .missing("what is installed starts \(program), which is not there; run “gimbal kernel install”")
      case (let folder, _)?: .found(folder)
      }
    // A compiler that has not answered is not asked again.
    let sourceKit = hasCompiler ? (try? Toolchain.find())?.sourceKit : nil
    return [
      Installation.Finding(
        name: "Jupyter kernel", purpose: "JupyterLab and VS Code", isNeeded: false, state: kernel),
      Installation.Finding(
        name: "SourceKit", purpose: "completion in Jupyter", isNeeded: false,
        state: sourceKit.map { .found($0) } ?? .missing("install a toolchain from swift.org/install, which has it")),
    ]
  }
}

import Basics
import Caches
import Files
import Foundation
import NotebookDocument
import Processes
import ReportExport
import Reports
import Toolchains

/// What is installed around the runner.
package enum Installation {
  /// One thing that was looked for.
  package struct Finding: Sendable {
    package enum State: Hashable, Sendable {
      /// A version, or where it lies.
      case found(String)
      /// What to do about it.
      case missing(String)
      /// What is wrong with it, and what to do.
      case faulty(String)
    }

    package var name: String
    /// What it is good for.
    package var purpose: String
    /// Whether notebooks cannot run without it.
    package var isNeeded: Bool
    package var state: State

    package init(name: String, purpose: String, isNeeded: Bool, state: State) {
      (self.name, self.purpose, self.isNeeded, self.state) = (name, purpose, isNeeded, state)
    }

    /// Whether it is there.
    package var isFound: Bool { if case .found = state { true } else { false } }
  }

  /// Looks for everything, on this search path and next to this program. Costs a few processes.
  package static func examine(
    path: String? = Toolchain.searchPath, beside main: String = LibraryLocation.currentProgram
  ) -> [Finding] {
    [compiler(path, main), libraries(main)]
      + [
        ("gnuplot", ["--version"], "figures", true, "apt install gnuplot-nox"),
        ("blahtexml", [], "typeset formulas in HTML", false, "apt install blahtexml"),
      ].map { program(named: $0.0, $0.1, purpose: $0.2, isNeeded: $0.3, remedy: $0.4, path) }
      + pageFonts(path) + typesetting(TypesettingTools(path: path, beside: main)) + [cache()]
      + (place(of: main).map { [$0] } ?? [])
  }

  private static func compiler(_ path: String?, _ program: String) -> Finding {
    let state: Finding.State
    do {
      let toolchain = try Toolchain.find(path: path)
      // Missing libraries are a finding by themselves.
      try (try? LibraryLocation.beside(program: program))?.require(toolchain)
      state = .found(toolchain.name)
    } catch let error as ToolchainError where error.reason == .noCompiler("swift-frontend") {
      state = .missing("install a toolchain from swift.org/install and put its bin folder on the PATH")
    } catch let error as ProcessError {
      state = .faulty(error.message)
    } catch {
      state = .missing("\(error)")
    }
    return Finding(name: "Swift", purpose: "cells", isNeeded: true, state: state)
  }

  private static func libraries(_ program: String) -> Finding {
    let state: Finding.State
    do {
      state = .found(try LibraryLocation.beside(program: program).folder)
    } catch let error as ToolchainError {
      state =
        if case .olderKit = error.reason { .faulty(error.message) } else { .missing("build them with “make build”") }
    } catch {
      state = .missing("build them with “make build”")
    }
    return Finding(name: "Gimbal's libraries", purpose: "cells", isNeeded: true, state: state)
  }

  private static func program(
    named name: String, _ arguments: [String], purpose: String, isNeeded: Bool, remedy: String, _ path: String?
  ) -> Finding {
    var state = Finding.State.missing("on Debian: \(remedy)")
    if let file = Program.find(name, path: path) { state = version(of: file, arguments) }
    return Finding(name: name, purpose: purpose, isNeeded: isNeeded, state: state)
  }

  /// What a tool says of itself, or that it does not answer.
  private static func version(of file: String, _ arguments: [String]) -> Finding.State {
    guard !arguments.isEmpty else { return .found(file) }
    do {
      return .found(firstLine(try Subprocess.run(file, arguments).output) ?? file)
    } catch is ProcessError {
      return .faulty(
        "\(file) did not answer within \(Int(Subprocess.limit)) s; try “\(file) \(arguments.joined(separator: " "))” by hand to see "
          + "what it is waiting for")
    } catch {
      return .faulty("\(file) cannot be started: \(SystemReason.words(error))")
    }
  }

  /// What pages are set in.
  private static func pageFonts(_ path: String?) -> [Finding] {
    func finding(_ name: String, _ purpose: String, _ font: String?, package: String) -> Finding {
      let without = "otherwise they are set in the reader's fonts"
      let state: Finding.State =
        if Program.find(PageFonts.cutter, path: path) == nil {
          .missing("on Debian: apt install libharfbuzz-bin; \(without)")
        } else {
          font.map(Finding.State.found) ?? .missing("on Debian: apt install \(package); \(without)")
        }
      return Finding(name: name, purpose: purpose, isNeeded: false, state: state)
    }
    return [
      finding(
        "pages' font", "pages that look like their PDF", PageFonts.findText().first?.file,
        package: "fonts-linuxlibertine"),
      finding("formulas' font", "large brackets on any machine", MathFont.find(), package: "fonts-texgyre-math"),
    ]
  }

  /// What makes documents: pandoc for all of them, Typst for PDF.
  private static func typesetting(_ tools: TypesettingTools) -> [Finding] {
    var pandoc = Finding.State.missing(TypesettingTools.remedy)
    if let file = tools.pandoc { pandoc = version(of: file, ["--version"]) }
    var typst = tools.typstVersion.map(Finding.State.found) ?? .missing(TypesettingTools.remedy)
    if case .found(let version) = typst, tools.pandoc != nil, !tools.makesPDF {
      typst = .missing("\(version) is there, but pandoc is older than 3.1.2: \(TypesettingTools.remedy)")
    }
    return [
      Finding(name: "pandoc", purpose: "PDF, LaTeX and Word", isNeeded: false, state: pandoc),
      Finding(name: "Typst", purpose: "PDF", isNeeded: false, state: typst),
    ]
  }

  /// Whether the folder of the build lies where it was built; nil where nothing says where that was.
  private static func place(of program: String) -> Finding? {
    let folder = URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    guard let here = folder.range(of: "/.build/").map({ String(folder[..<$0.lowerBound]) }),
      let data = FileManager.default.contents(atPath: "\(folder)/description.json"),
      let recorded = String(decoding: data, as: UTF8.self).firstMatch(of: compiled(/"(\/[^"]*?)\/\.build\//))?.output.1
    else { return nil }
    let built = URL(fileURLWithPath: String(recorded)).resolvingSymlinksInPath().path
    let state: Finding.State =
      built == here
      ? .found(here)
      : .faulty(
        "was built in \(built) and then moved or copied to \(here): notebooks run, but the next build would fail, because "
          + "the compiler's caches name the old place; run “make build” in \(here), which starts afresh")
    return Finding(name: "build", purpose: "building", isNeeded: false, state: state)
  }

  private static func cache() -> Finding {
    let store = Store()
    let folder = store.folder
    let made = store.isWritable
    let state: Finding.State =
      if let refusal = store.refusal {
        .missing("\(refusal)")
      } else if made {
        .found(folder)
      } else {
        .missing("\(folder) cannot be written; set GIMBAL_CACHE to a folder that can be written")
      }
    return Finding(name: "cache", purpose: "compiled cells", isNeeded: true, state: state)
  }

  private static func firstLine(_ text: String) -> String? {
    text.split(separator: "\n").first.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

import Foundation

import enum Basics.Spelling

/// Why a notebook could not be read, prepared or written. What goes wrong inside a cell is a `CellFailure`.
package struct NotebookError: Error, Hashable, Sendable {
  /// The file that is at fault; none when no file is.
  package var file: String?
  /// Where in the file.
  package var position: Position?
  package var reason: Reason

  package enum Reason: Hashable, Sendable {
    case unreadable(String)
    case notText(byte: UInt8)
    case noFrontMatter
    case unclosedFrontMatter
    case notANotebook
    case brokenYAML(String)
    case wrongType(key: String, expected: String, found: String)
    /// A key of YAML, and where it stands, in words.
    case unknownKey(String, place: String, known: [String])
    /// A number with a comma where its point belongs.
    case decimalComma(key: String, String)
    case unknownOption(String, known: [String])
    case invalidLabel(String)
    case longLabel(Int)
    case duplicateLabel(String, firstLine: Int)
    case labelOfReport(String, file: String)
    case unclosedCell
    /// A cell that stands in what a speaker says, which begins in a line.
    case cellInNotes(line: Int)
    case badParameterName(String)
    case reservedParameterName(String)
    /// The declaration of the parameters does not compile, and why.
    case unusableParameters(String)
    case duplicateParameter(String, firstLine: Int)
    case unsupportedParameter(String, found: String)
    case unknownParameter(String, known: [String])
    case illTypedParameter(String, value: String, expected: String)
    case unwritableParameter(String)
    case malformedAssignment(String)
    case noCompiler(String)
    case noHost(String)
    case libraryChanged(String)
    case olderKit(module: String, remedy: String)
    case otherCompiler(builtWith: String, found: String)
    case hung(String, seconds: Int)
    case noProcesses(Int, needed: Int)
    case fewDescriptors(Int, needed: Int)
    case notStarted(String, why: String)
    case slowMask(String, seconds: Int)
    case unwritable(String)
    /// A single file that a command was told to write.
    case unwritableFile(String)
    case busy(String)
    case unwritableCache(String)
    case foreignCache(String)
    /// What to do about it.
    case obstructedCache(String)
    case vanishedCache
    case notACache
    case duplicateNotebook(String, other: String)
    case unknownFormat(String, known: [String])
    case needsTools(String, purpose: String, remedy: String)
    case exportFailed(String, String)
    /// A bibliography or a style of citations, and why it cannot be used.
    case unusableReferences(String, String)
    case cannotImport(String)
    case cannotTangle(String, uses: String)
    /// A file that was not written by this program as it is now.
    case alreadyThere
    /// What would be written over is what is read.
    case isInput
    case malformedGrid(String)
    case noResults(String)
    /// What lies where accepted results should.
    case brokenAcceptance
    case noServer(String)
    case unbuiltPackages(String)
  }

  /// A reason, with the file and place that it concerns.
  package init(_ reason: Reason, file: String? = nil, position: Position? = nil) {
    (self.file, self.position, self.reason) = (file, position, reason)
  }

  package func inFile(_ file: String) -> NotebookError {
    NotebookError(reason, file: self.file ?? file, position: position)
  }
}

extension NotebookError: LocalizedError, CustomStringConvertible {
  package var errorDescription: String? { description }

  /// The message in the form in which compilers write theirs: file, line, column, what is wrong, what to do.
  package var description: String {
    var place = ""
    if let file {
      place = file + ":"
      if let position { place += "\(position.line):\(position.column):" }
      place += " "
    }
    return "\(place)error: \(message)"
  }

  /// What is wrong, and what to do. Without the place.
  package var message: String {
    switch reason {
    case .unreadable(let why): "the file cannot be read: \(why)"
    case .notText(let byte):
      "the file is not UTF-8 text (byte 0x\(String(byte, radix: 16, uppercase: true))); save it as UTF-8"
    case .noFrontMatter:
      "this is not a notebook: it has no front matter; put these lines at the very top:\n  ---\n  title: My experiment\n  notebook: {}\n  ---"
    case .unclosedFrontMatter: "the front matter is not closed; end it with a line that holds only ---"
    case .notANotebook:
      "this is not a notebook: its front matter has no key “notebook”; add the line “notebook: {}” to it"
    case .brokenYAML(let why): "broken YAML: \(why)"
    case .wrongType(let key, let expected, let found):
      "“\(key)” must be \(expected), but is \(found)\(expected.contains("number") ? DecimalComma.remedy(found) : "")"
    case .unknownKey(let key, let place, let known): "unknown key “\(key)” \(place)\(hint(key, known))"
    case .decimalComma(let key, let text):
      "“\(key)” is “\(text)”, which is a text, not a number: write it with a point, \(DecimalComma.mended(text) ?? text), or, if a text is "
        + "meant, in quotes, \"\(text)\""
    case .unknownOption(let option, let known): "unknown cell option “\(option)”\(hint(option, known))"
    case .invalidLabel(let label):
      "the label “\(label)” cannot name a file; use letters, digits, - and _ (for example fig-drift)"
    case .longLabel(let count):
      "the label has \(count) characters, and a file's name has room for 200; give the cell a shorter one"
    case .labelOfReport(let label, let file):
      "the label “\(label)” names the file of the report itself, \(file); give the cell another label"
    case .duplicateLabel(let label, let line):
      "the label “\(label)” is already used by the cell at line \(line); give one of them another label"
    case .cellInNotes(let line):
      "speaker's notes cannot hold a cell, because nobody would see its result; move the cell above “::: notes” in line \(line)"
    case .unclosedCell: "this cell is not closed; end it with a line of backticks as long as the one that opens it"
    case .badParameterName(let name):
      "the parameter name “\(name)” is not a Swift name; use letters, digits and _, and start with a letter"
    case .unusableParameters(let reason):
      "the parameters cannot be declared: \(reason); give them other names"
    case .reservedParameterName(let name):
      "the parameter name “\(name)” is a word that Swift keeps for itself; choose another, for example “\(name)Value”"
    case .duplicateParameter(let name, let line):
      "the parameter “\(name)” is declared twice (also in line \(line)); remove one of the two"
    case .unsupportedParameter(let name, let found):
      "the parameter “\(name)” is \(found); use an integer, a number, true or false, a text, or a list of one of these"
    case .unknownParameter(let name, let known):
      known.isEmpty
        ? "there is no parameter “\(name)”: this notebook has no parameters; declare it under “params:” in the front matter"
        : "there is no parameter “\(name)”\(hint(name, known))"
    case .illTypedParameter(let name, let value, let expected):
      "the parameter “\(name)” takes \(expected), not “\(value)”\(DecimalComma.remedy(value))"
    case .unwritableParameter(let name):
      "the value of “\(name)” shares its line under “params:” with something else, so Gimbal cannot replace it; edit it by hand"
    case .malformedAssignment(let text): "“\(text)” is not of the form name=value; write for example -P alpha=3"
    case .noCompiler(let what):
      "\(what) was not found; install a Swift toolchain (swift.org/install) and put its bin folder on the PATH"
    case .noHost(let what):
      "\(what) was not found beside the program; build it with “make build”, or install Gimbal again"
    case .libraryChanged(let what):
      "\(what) has changed since this program started, so its results could not be trusted; start the program again"
    case .olderKit(let module, let remedy):
      "the libraries that cells use are older than the program: the module \(module) was built after them, and cells would crash; "
        + "run “\(remedy)”, which builds what is missing"
    case .otherCompiler(let builder, let found):
      "Gimbal was built with \(Self.short(builder)), but the compiler on the PATH is \(Self.short(found)); run “make build”, or put the folder of \(Self.short(builder)) first on the PATH (from swift.org/install)"
    case .slowMask(let mask, let seconds):
      "the mask “\(mask)” was still searching this cell's text after \(seconds) s; write it without nested "
        + "repetitions: “a+$” instead of “(a+)+$”"
    case .noProcesses(let possible, let needed):
      "running a notebook takes \(needed) processes and threads at once, and only \(possible) can be started: the "
        + "user, the session or the container has reached its limit; raise the limit (“ulimit -u” shows it), or end other programs"
    case .fewDescriptors(let possible, let needed):
      "running a notebook takes \(needed) open files at once, and only \(possible) are allowed; raise the limit, for example with “ulimit -n 1024”"
    case .notStarted(let what, let why): "\(what) cannot be started: \(why)"
    case .hung(let program, let seconds):
      "\(program) had not ended after \(seconds) s and was stopped; run again, or try it by hand to see what it waits for"
    case .unwritable(let why):
      "the results cannot be written: \(why); make room or change the folder's permissions, or choose another with --output"
    case .unwritableFile(let why):
      "the file cannot be written: \(why); make room, change its folder's permissions, or choose another name"
    case .busy(let holder):
      "\(holder) is still writing results there; stop it, or choose another folder with --output"
    case .unwritableCache(let why):
      "the cache of compiled cells cannot be written: \(why); make room (“gimbal clean” empties the cache), or choose another folder with --cache"
    case .foreignCache(let why):
      "the cache of compiled cells \(why), so Gimbal does not run what it holds; or choose a folder of your own with --cache or GIMBAL_CACHE"
    case .obstructedCache(let remedy):
      "this is not a folder, and the cache of compiled cells needs one here; \(remedy), or choose another folder with --cache or GIMBAL_CACHE"
    case .vanishedCache:
      "the cache of compiled cells was removed while the notebook ran, and later cells need what it held; run the notebook again"
    case .notACache:
      "this may not be a cache of Gimbal (it has no CACHEDIR.TAG), so nothing in it was removed; name the cache's folder with --cache, or delete a cache of an earlier version by hand"
    case .unknownFormat(let name, let known): "unknown format “\(name)”\(hint(name, known))"
    case .needsTools(let tools, let purpose, let remedy):
      "\(purpose) needs \(tools), which is not installed; \(remedy)"
    case .exportFailed(let format, let words): "the \(format) could not be made:\n\(words)"
    case .unusableReferences(let name, let why): "\(name), which citations need, cannot be used: \(why)"
    case .cannotImport(let why): "this cannot be imported: \(why)"
    case .cannotTangle(let what, let name):
      "\(what) belongs at the top of the file, where the “\(name)” of later cells is not known; "
        + "rename “\(name)” where it, or something above it, is defined a second time"
    case .alreadyThere:
      "this file exists already, and Gimbal cannot tell that it wrote it as it is now, so it stays; choose another name or folder, move the file away, or replace it with --force"
    case .isInput: "the same command reads this file, so it is not written over; choose another name"
    case .malformedGrid(let text):
      "“\(text)” is not of the form name=value,value,…; write for example --grid alpha=0.5,1,2"
    case .noResults(let folder):
      "there are no results in \(folder) to compare with; make them with “gimbal check --accept”"
    case .brokenAcceptance:
      "this file does not hold accepted results as “gimbal check --accept” writes them; restore the file, or accept the results anew with --accept --force"
    case .noServer(let why):
      "the preview cannot listen: \(why); choose another port with --port, or leave it out to take a free one"
    case .unbuiltPackages(let why): "the packages cannot be built: \(why)"
    case .duplicateNotebook(let name, let other):
      "two notebooks would write to the folder “\(name)” (the other is \(other)); run them with different --output folders"
    }
  }

  /// “Swift 6.3.1” of “Swift version 6.3.1 (swift-6.3.1-RELEASE)”; of what is no release, all that tells it from another.
  private static func short(_ compiler: String) -> String {
    guard let match = compiler.wholeMatch(of: /Swift version (\S+) \(swift-(\S+)-RELEASE\)/),
      match.output.1 == match.output.2
    else { return compiler }
    return "Swift \(match.output.1)"
  }

  private func hint(_ name: String, _ known: [String]) -> String {
    if let near = Spelling.nearest(to: name, among: known) { return "; did you mean “\(near)”?" }
    return "; it can be \(known.sorted().joined(separator: ", "))"
  }
}

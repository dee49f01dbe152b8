import Basics

import struct Basics.Fault
import protocol Basics.FaultReason

/// What cells are compiled and run with, and is not there as it should be.
package typealias ToolchainError = Fault<ToolchainReason>

/// The reasons of ``ToolchainError``.
package enum ToolchainReason: FaultReason {
  case noCompiler(String)
  case noHost(String)
  case libraryChanged(String)
  case olderKit(module: String, remedy: String)
  case otherCompiler(builtWith: String, found: String)

  package var message: String {
    switch self {
    case .noCompiler(let what):
      "\(what) was not found; install a Swift toolchain (swift.org/install) and put its bin folder on the PATH"
    case .noHost(let what):
      "\(what) was not found next to the program; build it with “make build”, or install Gimbal again"
    case .libraryChanged(let what):
      "\(what) has changed since this program started, so its results could not be trusted; start the program again"
    case .olderKit(let module, let remedy):
      "the libraries that cells use are older than the program: the module \(module) was built after them, and cells would crash; "
        + "run “\(remedy)”, which builds what is missing"
    case .otherCompiler(let builder, let found):
      "Gimbal was built with \(Self.short(builder)), but the compiler on the PATH is \(Self.short(found)); run “make build”, or put the folder of \(Self.short(builder)) first on the PATH (from swift.org/install)"
    }
  }

  /// “Swift 6.3.1” of “Swift version 6.3.1 (swift-6.3.1-RELEASE)”; for development versions, everything that
  /// distinguishes one from another.
  private static func short(_ compiler: String) -> String {
    guard let match = compiler.wholeMatch(of: compiled(/Swift version (\S+) \(swift-(\S+)-RELEASE\)/)),
      match.output.1 == match.output.2
    else { return compiler }
    return "Swift \(match.output.1)"
  }
}

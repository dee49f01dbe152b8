import Caches
import CellKernel
import Foundation
import Sandboxes
import Toolchains

/// What all submissions are given to read: the program, the kit, the toolchain.
package struct SharedBase: Sendable {
  package var program: String
  /// The kit's library.
  package var kit: String
  /// Files and folders.
  package var readable: [String]
  /// The compiler's cache of C modules, which submissions only read: ``CommonCompilation`` chooses or fills it.
  package var moduleCache = ""
  /// The cache that the program fills when it compiles notebooks; filling another one takes a second of each grading.
  package var filledModules: String?

  /// Finds the libraries and the host next to this program.
  ///
  /// - Throws: `PlacedError` that says what is missing.
  package init(_ configuration: SessionConfiguration, program name: String = "gimbal") throws {
    let libraries = configuration.libraries
    program = "\(libraries.folder)/\(name)"
    kit = libraries.kit
    filledModules = libraries.moduleCache(Store(configuration.cacheFolder))
    guard FileManager.default.isExecutableFile(atPath: program) else { throw ToolchainError(.noHost(name)) }
    let bin = URL(fileURLWithPath: configuration.toolchain.compiler).deletingLastPathComponent()
    let root = bin.deletingLastPathComponent().path
    readable = ["bin", "lib", "libexec", "include", "share/swift"].map { "\(root)/\($0)" }
    readable += [libraries.kit, libraries.host, libraries.modules, program]
    // Libraries of the runtime that an installation brings with it, and resources next to the program.
    if libraries.isInstalled { readable.append(libraries.folder) }
    for tool in [configuration.toolchain.linker, configuration.toolchain.registrar, configuration.toolchain.libraries]
    where !readable.contains(where: { tool.hasPrefix("\($0)/") }) { readable.append(tool) }
  }

  package var trial: SandboxTrial { SandboxTrial(program: program, readable: readable) }
}

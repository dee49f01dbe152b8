import Foundation
import Toolchains

/// What an editor's helper has to know to help with typing the cell that comes next: the code before it as compiled modules,
/// and how the compiler is called.
package struct Assistance: Sendable {
  /// What names mean behind the cells so far.
  package let scope: Scope
  let compiler: SegmentCompiler

  package init(scope: Scope, compiler: SegmentCompiler) { (self.scope, self.compiler) = (scope, compiler) }

  /// A source file in which this code is as the next cell does, with every name of the cells above in sight, and how
  /// many bytes are before the code. O(names + length).
  package func file(holding code: String) -> (text: String, offset: Int) {
    let context = scope.context
    let lines = SegmentDraft.imports(of: context.names, scope.modules(for: [context]), in: scope)
    let before = (lines + [""]).joined(separator: "\n")
    return (before + code + "\n", before.utf8.count)
  }

  /// Arguments for such a file as the compiler's driver takes them.
  ///
  /// - Throws: when the module map cannot be written.
  package func arguments(file: String) throws -> [String] {
    var arguments = [
      file, "-target", Toolchain.target, "-module-name", ModuleName.shown, "-swift-version", "5", "-Onone",
      "-enable-testing", "-module-cache-path", compiler.libraries.moduleCache(compiler.cache.store), "-Xcc",
      "-fmodule-map-file=\(try compiler.hiddenModules())", "-I", compiler.libraries.modules,
    ]
    for module in scope.modules(for: [scope.context]) { arguments += ["-I", compiler.folder(of: module)] }
    return arguments
  }
}

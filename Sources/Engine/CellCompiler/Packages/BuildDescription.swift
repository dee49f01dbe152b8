import Foundation
import NotebookDocument

/// What the package manager has written about a build.
struct BuildDescription {
  /// The compiler's options for the target that depends on everything: where modules lie, C modules, macros.
  var arguments: [String]
  /// The Swift modules that were built.
  var modules: [String]
  /// The packages in folders, the target's own left out.
  var folders: [String]

  private struct Description: Decodable {
    struct Command: Decodable {
      var moduleName: String
      var importPath: String
      var otherArguments: [String]
    }
    var swiftCommands: [String: Command]
  }

  private struct Workspace: Decodable {
    struct Object: Decodable { var dependencies: [Dependency] }
    struct Dependency: Decodable { var packageRef: Reference }
    struct Reference: Decodable {
      var kind: String
      var location: String
    }
    var object: Object
  }

  /// Reads what a release build in this folder has left.
  ///
  /// - Throws: `PackageError` when it is not as this version of the package manager writes it.
  init(in folder: String, target: String) throws {
    func read<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
      do {
        return try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
      } catch {
        throw PackageError(
          .unbuiltPackages(
            "this version of the package manager writes “\(name)” in an unknown form; use another version of Swift"))
      }
    }
    let commands = try read("release/description.json", as: Description.self).swiftCommands.values
    guard let own = commands.first(where: { $0.moduleName == target }) else {
      throw PackageError(.unbuiltPackages("the package manager has not built “\(target)”"))
    }
    arguments = ["-I", own.importPath]
    // What is passed on to the C compiler comes in twos, and paths of its folders in fours.
    var rest = own.otherArguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-Xcc":
        guard let passed = rest.popFirst() else { break }
        if passed.hasPrefix("-fmodule-map-file=") || passed.hasPrefix("-I") && passed.count > 2 {
          arguments += ["-Xcc", passed]
        } else if passed == "-I", rest.first == "-Xcc", let path = rest.dropFirst().first {
          arguments += ["-Xcc", "-I", "-Xcc", path]
          rest = rest.dropFirst(2)
        }
      case "-I", "-plugin-path", "-load-plugin-executable", "-load-plugin-library":
        if let value = rest.popFirst() { arguments += [argument, value] }
      default: break
      }
    }
    modules = Set(commands.map(\.moduleName)).sorted()
    folders = try read("workspace-state.json", as: Workspace.self).object.dependencies.map(\.packageRef)
      .filter { $0.kind == "fileSystem" }.map(\.location).sorted()
  }
}

import Caches
import Files
import Foundation
import NotebookDocument
import Processes
import Toolchains

import enum Basics.WholeFile

/// Builds the packages of a notebook by the toolchain's package manager, once: they stay in the store.
///
/// A package of the notebook's own has a shared library as its product, in which all that was asked for is linked.
/// The compiler gets the options that the package manager gives it for that package's own target.
package struct PackageBuilder {
  private let toolchain: Toolchain
  private let store: Store
  private let leases: Leases

  /// A builder whose packages nobody removes as long as the leases are there.
  package init(toolchain: Toolchain, store: Store, leases: Leases) {
    (self.toolchain, self.store, self.leases) = (toolchain, store, leases)
  }

  private static let name = "NotebookPackages"
  private static let record = "built.json"
  /// Seconds that fetching and building may take.
  private static let limit = 3600.0

  /// The packages of a notebook, built now or earlier; nil when it asks for none.
  ///
  /// Versions of repositories are chosen when they are first built, and stay; folders are built again when something in them
  /// has changed.
  ///
  /// - Parameters:
  ///   - folder: The notebook's.
  ///   - onBuild: Receives the packages' names before they are built.
  /// - Throws: `PackageError` with the entry's place, `Interrupted`.
  package func build(
    _ requirements: [PackageRequirement], in folder: String, interrupt: Interrupt?,
    onBuild: ([String]) -> Void = { _ in }
  ) throws -> BuiltPackages? {
    if requirements.isEmpty { return nil }
    let packages = try requirements.map { try Package($0, in: folder) }
    let manifest = manifest(of: packages)
    let key = key(of: manifest)
    let place = try store.workshop(key, leases)
    if let built = built(in: place) { return built }
    let lock = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { FileLock.end(lock) }
    if case .held(let holder) = try FileLock.take(lock, patience: Self.limit, interrupt: interrupt) {
      throw StoreError(.busy(holder), file: place)
    }
    if let built = built(in: place) { return built }
    onBuild(packages.map(\.identity))
    do {
      return try make(packages, manifest, key, in: place, interrupt)
    } catch let error where SystemReason.code(error) != nil {
      throw StoreError(.unwritableCache(SystemReason.words(error)), file: store.folder)
    }
  }

  /// The packages of a notebook, where they are built; nil where they are not, or it asks for none.
  ///
  /// - Throws: `PackageError` with the entry's place for a folder without a package.
  package func built(_ requirements: [PackageRequirement], in folder: String) throws -> BuiltPackages? {
    if requirements.isEmpty { return nil }
    let manifest = manifest(of: try requirements.map { try Package($0, in: folder) })
    return built(in: try store.workshop(key(of: manifest), leases))
  }

  private func key(of manifest: String) -> ContentHash {
    ContentHash(["packages 1", toolchain.version, toolchain.compiler, manifest])
  }

  /// What was built there, if it is still what it was built from.
  private func built(in place: String) -> BuiltPackages? {
    guard let data = FileManager.default.contents(atPath: "\(place)/\(Self.record)"),
      let built = try? JSONDecoder().decode(BuiltPackages.self, from: data),
      FileManager.default.fileExists(atPath: built.library), built.sources == Self.sources(of: built.folders)
    else { return nil }
    return built
  }

  private static func sources(of folders: [String]) -> ContentHash {
    ContentHash(folders.map { "\(PackageFolder(path: $0).hash)" })
  }

  private func make(
    _ packages: [Package], _ manifest: String, _ key: ContentHash, in place: String, _ interrupt: Interrupt?
  ) throws -> BuiltPackages {
    let program = URL(fileURLWithPath: toolchain.compiler).deletingLastPathComponent().path + "/swift-build"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      throw ProcessError(
        .needsTools(
          "swift-build", purpose: "building packages",
          remedy: "install a whole Swift toolchain (swift.org/install): the one at \(toolchain.compiler) lacks it"))
    }
    try FileManager.default.createDirectory(atPath: "\(place)/Sources", withIntermediateDirectories: true)
    try WholeFile.write(Data(manifest.utf8), to: "\(place)/Package.swift")
    try WholeFile.write(
      Data("// All that is linked here is imported by cells.\n".utf8), to: "\(place)/Sources/All.swift")
    unlink("\(place)/\(Self.record)")
    var folders = packages.compactMap(\.folder)
    // The package manager and its compilers leave files behind. Its locks are among them, so all builds share one folder.
    let temporary = try store.workshop(ContentHash(["temporary files of builds"]), leases)
    while true {
      let sources = Self.sources(of: folders)
      let (status, output) = try Subprocess.run(
        program, ["--configuration", "release", "--product", Self.name, "--package-path", place], folder: place,
        variables: ["TMPDIR": temporary], interrupt: interrupt, limit: Self.limit)
      guard status == 0 else { throw Self.failure(output, packages) }
      let description = try BuildDescription(in: "\(place)/.build", target: Self.name)
      // Folders ask for folders, and something may have changed meanwhile.
      if description.folders == folders, sources == Self.sources(of: folders) {
        return try note(description, folders, sources, key, in: place)
      }
      folders = description.folders
    }
  }

  private func note(
    _ description: BuildDescription, _ folders: [String], _ sources: ContentHash, _ key: ContentHash, in place: String
  ) throws -> BuiltPackages {
    let modules = description.modules.filter { $0 != Self.name }
    if let module = modules.first(where: LibraryLocation.kitModules.contains) {
      throw PackageError(.unbuiltPackages("one of them has a module “\(module)”, a name that Gimbal's own module has"))
    }
    let resolved = FileManager.default.contents(atPath: "\(place)/Package.resolved") ?? Data()
    let built = BuiltPackages(
      fingerprint: ContentHash(["\(key)", "\(ContentHash(resolved))", "\(sources)"]), modules: modules,
      arguments: description.arguments, library: "\(place)/.build/release/lib\(Self.name).so", folders: folders,
      sources: sources)
    try WholeFile.write(try JSONEncoder().encode(built), to: "\(place)/\(Self.record)")
    return built
  }

  private func manifest(of packages: [Package]) -> String {
    let dependencies = Set(packages.map(\.dependency)).sorted()
    let products = packages.flatMap { package in
      package.products.map { ".product(name: \(quoted($0)), package: \(quoted(package.identity)))" }
    }
    return """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "\(Self.name)",
        products: [.library(name: "\(Self.name)", type: .dynamic, targets: ["\(Self.name)"])],
        dependencies: [
          \(dependencies.joined(separator: ",\n    "))
        ],
        targets: [
          .target(
            name: "\(Self.name)",
            dependencies: [
              \(products.joined(separator: ",\n        "))
            ], path: "Sources")
        ])

      """
  }

  /// The package manager's words, at the entry that they name.
  private static func failure(_ output: String, _ packages: [Package]) -> PackageError {
    let lines = output.split(separator: "\n").map(String.init)
    var errors: [String] = []
    for line in lines where line.contains("error: ") && !errors.contains(line) && errors.count < 5 {
      errors.append(line)
    }
    let words = (errors.isEmpty ? lines.suffix(10) : errors[...]).joined(separator: "\n  ")
    let blamed = packages.first { package in
      ([package.identity] + package.products).contains { words.localizedCaseInsensitiveContains($0) }
    }
    let isUnreachable = ["Could not resolve host", "unable to access", "Failed to clone", "failed to clone"]
      .contains(where: output.contains)
    let remedy =
      isUnreachable
      ? "\n  Check the address and the network. Packages that were built before need no network; a copy in a folder can be named with “path:”."
      : ""
    return PackageError(
      .unbuiltPackages(words + remedy), file: nil, position: (blamed ?? packages[0]).requirement.position)
  }
}

private func quoted(_ text: String) -> String { String(reflecting: text) }

extension PackageRequirement {
  /// The dependency as a manifest says it.
  ///
  /// - Parameter folder: Where a package in a folder lies; nil for the path that the notebook gives.
  package func declaration(at folder: String? = nil) -> String {
    switch source {
    case .folder(let path): return ".package(path: \(quoted(folder ?? path)))"
    case .repository(let url, let version):
      let choice =
        switch version {
        case .from(let version): "from: \(quoted(version))"
        case .exact(let version): "exact: \(quoted(version))"
        case .branch(let name): "branch: \(quoted(name))"
        case .revision(let name): "revision: \(quoted(name))"
        }
      return ".package(url: \(quoted(url)), \(choice))"
    }
  }
}

/// A package that is asked for, as the manifest names it.
private struct Package {
  var requirement: PackageRequirement
  /// An absolute path; nil for a repository.
  var folder: String?
  /// What the package manager calls the package: the last part of its place.
  var identity: String
  var dependency: String

  var products: [String] { requirement.products }

  init(_ requirement: PackageRequirement, in notebookFolder: String) throws {
    self.requirement = requirement
    switch requirement.source {
    case .repository(let url, _):
      let last = url.split(whereSeparator: { "/:".contains($0) }).last.map(String.init) ?? url
      identity = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    case .folder(let path):
      let place = URL(
        fileURLWithPath: path, relativeTo: URL(fileURLWithPath: notebookFolder, isDirectory: true)
      ).standardizedFileURL.resolvingSymlinksInPath().path
      guard FileManager.default.fileExists(atPath: "\(place)/Package.swift") else {
        throw PackageError(
          .unbuiltPackages("there is no Package.swift in \(place); “path” is relative to the notebook's folder"),
          position: requirement.position)
      }
      folder = place
      identity = URL(fileURLWithPath: place).lastPathComponent
    }
    dependency = requirement.declaration(at: folder)
  }
}

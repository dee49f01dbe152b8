import Foundation

@testable import Footprints

/// One thing that a cell does with files. Paths are relative to the notebook's folder.
enum Operation: Hashable {
  case read(String)
  case status(String, follows: Bool)
  case list(String)
  case write(String, String)
  case append(String, String)
  case copy(String, to: String)
  case replace(String, String)
  case rename(String, to: String)
  case delete(String)
  case makeFolder(String)
  case removeFolder(String)
  case makeLink(String, target: String)
  case makeHardLink(String, to: String)
  /// A folder stays open to its owner; `lock` locks it.
  case permit(String, UInt32)
  case lock(String, UInt32)
  /// Writes a file next to the old one and renames it, as “atomic” writers do.
  case replaceAtomically(String, String)
}

/// Carries out an operation, and logs it as a cell host would, if there is a record.
struct Worker {
  /// Absolute.
  let folder: String
  /// None for a run without a session.
  var journal: Journal?

  /// What the cell would print.
  func run(_ operation: Operation) -> String {
    switch operation {
    case .read(let name): read(at(name))
    case .status(let name, let follows): status(at(name), follows: follows)
    case .list(let name): list(at(name))
    case .write(let name, let text): write(text, at(name), flags: O_TRUNC)
    case .append(let name, let text): write(text, at(name), flags: O_APPEND)
    case .copy(let name, let other): write("copy of " + read(at(name)), at(other), flags: O_TRUNC)
    case .replace(let name, let text): delete(at(name)) + write(text, at(name), flags: O_EXCL)
    case .rename(let name, let other): rename(at(name), at(other))
    case .delete(let name): delete(at(name))
    case .makeFolder(let name): change([at(name)]) { mkdir(at(name), 0o755) }
    case .removeFolder(let name): removeFolder(at(name))
    case .makeLink(let name, let target): change([at(name)]) { symlink(target, at(name)) }
    case .makeHardLink(let name, let other):
      change([at(name), at(other)]) { Foundation.link(at(name), at(other)) }
    case .permit(let name, let mode):
      change([at(name)], follows: true) { chmod(at(name), isFolder(at(name)) ? mode | 0o700 : mode) }
    case .lock(let name, let mode): change([at(name)], follows: true) { chmod(at(name), mode) }
    case .replaceAtomically(let name, let text):
      write(text, at(name + ".new"), flags: O_EXCL) + rename(at(name + ".new"), at(name))
    }
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private func at(_ name: String) -> String { name == "." ? folder : folder + "/" + name }

  private func read(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = errno
      journal?.failure(path, error)
      return "error \(error)"
    }
    defer { close(descriptor) }
    guard journal?.opened(path, descriptor) ?? true else { return "error \(EISDIR)" }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    return count < 0 ? "error \(errno)" : String(decoding: bytes[..<count], as: UTF8.self)
  }

  private func status(_ path: String, follows: Bool) -> String {
    var found = stat()
    let result = follows ? stat(path, &found) : lstat(path, &found)
    let error = result == 0 ? 0 : errno
    journal?.status(path, follows: follows)
    guard result == 0 else { return "error \(error)" }
    let kind = found.st_mode & S_IFMT
    return "kind \(kind) mode \(found.st_mode & 0o7777) size \(kind == S_IFREG ? found.st_size : 0)"
      + (kind == S_IFLNK ? " to \(target(path))" : "")
  }

  private func target(_ path: String) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? "?"
  }

  private func list(_ path: String) -> String {
    guard let stream = opendir(path) else {
      let error = errno
      journal?.failure(path, error)
      return "error \(error)"
    }
    closedir(stream)
    journal?.listing(path)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().joined(separator: " ")
  }

  private func write(_ text: String, _ path: String, flags: Int32) -> String {
    journal?.willWrite(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | flags, 0o644)
    guard descriptor >= 0 else { return failed([path]) }
    journal?.didChange([path], follows: true)
    _ = text.withCString { Foundation.write(descriptor, $0, strlen($0)) }
    close(descriptor)
    return "written "
  }

  private func delete(_ path: String) -> String {
    change([path]) { unlink(path) }
  }

  private func removeFolder(_ path: String) -> String {
    journal?.willChange(path)
    if rmdir(path) == 0 {
      journal?.didChange([path])
      return "done "
    }
    let error = errno
    if error == ENOTEMPTY { journal?.listing(path) }
    return failed([path], error)
  }

  private func rename(_ path: String, _ other: String) -> String {
    journal?.willChange(path)
    journal?.willChange(other)
    if Foundation.rename(path, other) == 0 {
      journal?.didChange([path, other])
      return "done "
    }
    let error = errno
    if error == ENOTEMPTY || error == EEXIST { journal?.listing(other) }
    return failed([path, other], error)
  }

  private func change(_ paths: [String], follows: Bool = false, _ body: () -> Int32) -> String {
    for path in paths { journal?.willChange(path, follows: follows) }
    let result = body()
    guard result == 0 else { return failed(paths) }
    journal?.didChange(paths, follows: follows)
    return "done "
  }

  /// A call that failed tells something of its paths, and of the folders where they would be.
  private func failed(_ paths: [String], _ error: Int32 = errno) -> String {
    for path in paths {
      for path in [path, path.parentPath] {
        journal?.status(path, follows: false)
        journal?.status(path, follows: true)
      }
    }
    return "error \(error) "
  }
}

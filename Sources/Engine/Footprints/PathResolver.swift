import Foundation

/// Finds the canonical names of paths, so that all names of one file meet, and tells through which links they led: another
/// target of such a link is a change for those who went through it.
///
/// Works after the run, but sees links as they were at each moment of it as far as the log tells: a link that the unit
/// changed later still has its earlier target.
final class PathResolver {
  struct Resolution: Hashable {
    var path: FilePath
    var links: [Link] = []
    /// Whether the links led in a circle: there is nothing at the end, only the links.
    var isCircle = false
  }

  struct Link: Hashable {
    var path: FilePath
    var target: FilePath
  }

  /// Where a path led before the unit changed it at that place in the log; nil where it was no link.
  private struct Change {
    var moment: Int
    var target: FilePath?
  }

  /// In the order of the log, for each path that was a link at some time.
  private var changes: [FilePath: [Change]] = [:]
  private var folders: [FilePath: Resolution] = [:]
  /// The folder that was asked for last: many files lie in one.
  private var last: (folder: FilePath, resolution: Resolution)?
  /// As many links in a row as Linux follows.
  private static let mostLinks = 40

  /// Notes that the unit changed this canonical path, if it is a link before or after that or was one at another time. To be
  /// called from the last change to the first.
  func note(_ path: FilePath, moment: Int, before: FileVersion, after: FileVersion) {
    guard before.kind == .link || after.kind == .link || changes[path] != nil else { return }
    var target: FilePath?
    if case .link(let before) = before { target = before }
    let later = changes[path, default: []].drop { $0.moment <= moment }
    changes[path] = [Change(moment: moment, target: target)] + later
    folders = [:]
    last = nil
  }

  /// The canonical path of what the log names at that place. A link at the very end is followed on request.
  func resolve(_ path: FilePath, follow: Bool, moment: Int) -> Resolution {
    let name = path.name
    guard name != "..", name != ".", !name.isEmpty else { return walk(path, follow: follow, moment: moment) }
    if let last, path.isEntry(of: last.folder) {
      var result = last.resolution
      step(name, into: &result, follow: follow, moment: moment)
      return result
    }
    var result = folder(path.parent, moment: moment)
    if changes.isEmpty { last = (path.parent, result) }
    step(name, into: &result, follow: follow, moment: moment)
    return result
  }

  /// A folder, from the memory where no link changed during the unit.
  private func folder(_ path: FilePath, moment: Int) -> Resolution {
    if let known = folders[path] { return known }
    let found = walk(path, follow: true, moment: moment)
    if changes.isEmpty { folders[path] = found }
    return found
  }

  private func walk(_ path: FilePath, follow: Bool, moment: Int) -> Resolution {
    var result = Resolution(path: "/")
    let names = path.components
    for (index, name) in names.enumerated() {
      step(name, into: &result, follow: follow || index < names.count - 1, moment: moment)
    }
    return result
  }

  private func step(_ name: FilePath, into result: inout Resolution, follow: Bool, moment: Int) {
    if name == "." || result.isCircle { return }
    if name == ".." {
      result.path = result.path.parent
      return
    }
    let path = result.path.appending(name)
    guard follow, let target = target(of: path, moment: moment) else {
      result.path = path
      return
    }
    guard result.links.count < Self.mostLinks else {
      result.isCircle = true
      return
    }
    result.links.append(Link(path: path, target: target))
    if target.isAbsolute { result.path = "/" }
    for name in target.components { step(name, into: &result, follow: true, moment: moment) }
  }

  private func target(of path: FilePath, moment: Int) -> FilePath? {
    guard let next = changes[path]?.first(where: { $0.moment > moment }) else { return DiskFiles.target(of: path) }
    return next.target
  }
}

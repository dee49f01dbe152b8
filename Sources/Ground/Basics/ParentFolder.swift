/// The folder that a path names something in.
package enum ParentFolder {
  /// The part of a path before its last component: “a” of “a/b”, “/” of “/a”, empty for “a”. `NSString` has the same,
  /// but traps on Linux for a relative path of one character. O(length).
  package static func of(_ path: String) -> String {
    func trimmed(_ path: Substring) -> Substring {
      var path = path
      while path.count > 1, path.last == "/" { path.removeLast() }
      return path
    }
    let whole = trimmed(path[...])
    guard let slash = whole.lastIndex(of: "/") else { return "" }
    return slash == whole.startIndex ? "/" : String(trimmed(whole[..<slash]))
  }
}

import Foundation

/// What one test compiled, set or drew, and others use as well. It is kept with the build, where `swift package clean` finds it,
/// and not in the temporary folder, which every test leaves as it was.
public enum TestCaches {
  private static let build = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The cache of cells and whole notebooks.
  public static let cells = build.appendingPathComponent("TestCaches/cells").path
  /// The cache of formulas, figures and fonts.
  public static let formulas = build.appendingPathComponent("TestCaches/formulas").path
  /// The cache of sequences of edits.
  public static let sequences = build.appendingPathComponent("TestCaches/sequences").path
}

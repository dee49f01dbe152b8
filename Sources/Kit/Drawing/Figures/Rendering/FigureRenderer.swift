import Foundation

/// Turns figures into files with gnuplot.
///
/// A renderer holds no state: one can be used from several threads at once. Each call starts one gnuplot for all its
/// figures and formats (one for every two hundred files), in its own folder that is gone afterwards. Files appear
/// under their names only when they are complete.
public struct FigureRenderer: Sendable {
  /// The gnuplot command: a name to be found on ``searchPath``, or a path.
  public var command: String
  /// The search path for the command: folders separated by colons, as in `PATH`.
  public var searchPath: String
  /// How long gnuplot may take for one call, in seconds. A larger value waits longer for figures with very many
  /// points; a hanging gnuplot is then noticed later.
  public var timeout: Double
  /// A descriptor that becomes readable when drawing is to stop: gnuplot is then killed at once, and the figures fail with
  /// ``FigureError/stopped``. Nil, the default, when nobody will ask for it.
  public var stop: Int32?
  /// The parent of the folders in which gnuplot works; nil, the default, takes the system's temporary folder.
  public var workplace: URL?

  /// Gnuplots that have been started ahead; one that runs already is taken before another one is started.
  package var waiting: WaitingGnuplots?

  /// A renderer that finds gnuplot on the environment's `PATH`.
  public init(command: String = "gnuplot", searchPath: String? = nil, timeout: Double = 300) {
    self.command = command
    self.searchPath = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    self.timeout = timeout
  }

  /// One figure and how it is wanted.
  public struct Job: Sendable {
    /// What is drawn.
    public var figure: Figure
    /// Names the files, `LABEL.svg`, and the figure in errors.
    public var label: String
    /// What a reader hears who does not see the figure; empty for none.
    public var alternative: String
    /// In which formats; a file for each.
    public var formats: [FigureFormat]
    /// Overrides the figure's own size.
    public var size: Figure.Size?
    /// For a light or a dark page.
    public var appearance: Appearance

    /// A figure and how it is wanted.
    public init(
      _ figure: Figure, label: String, alternative: String = "", formats: [FigureFormat] = [.svg],
      size: Figure.Size? = nil, appearance: Appearance = .automatic
    ) {
      (self.figure, self.label, self.alternative) = (figure, label, alternative)
      (self.formats, self.size, self.appearance) = (formats, size, appearance)
    }
  }

  /// Draws one figure into `folder`, which is made where it does not exist.
  ///
  /// - Returns: the files, in the order of the formats: `LABEL.svg`, `LABEL.pdf`, `LABEL.png`.
  /// - Throws: ``FigureError/InFigure`` with the label; no file has changed then.
  public func render(
    _ figure: Figure, label: String, alternative: String = "", formats: [FigureFormat] = [.svg],
    size: Figure.Size? = nil, appearance: Appearance = .automatic, into folder: URL
  ) throws(FigureError.InFigure) -> [URL] {
    let job = Job(
      figure, label: label, alternative: alternative, formats: formats, size: size, appearance: appearance)
    return try render([job], into: folder)[0].get()
  }

  /// Draws several figures with one gnuplot. A figure that fails does not keep the others from being drawn.
  ///
  /// - Returns: for each job its files, in the order of its formats, or why there are none.
  public func render(_ jobs: [Job], into folder: URL) -> [Result<[URL], FigureError.InFigure>] {
    jobs.isEmpty ? [] : Rendering(renderer: self, jobs: jobs, folder: folder).run()
  }

  /// The path of the gnuplot that is used.
  ///
  /// - Throws: ``FigureError/gnuplotNotFound(command:)``.
  public func executable() throws(FigureError) -> String {
    if command.contains("/") {
      guard FigureRenderer.isProgram(command) else { throw .gnuplotNotFound(command: command) }
      return URL(fileURLWithPath: command).path
    }
    let paths = searchPath.split(separator: ":").map { "\($0)/\(command)" }
    guard let path = paths.first(where: FigureRenderer.isProgram) else {
      throw .gnuplotNotFound(command: command)
    }
    return URL(fileURLWithPath: path).path
  }

  /// Whether there is a file that may be run; folders may be entered, which is the same permission.
  private static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: path)
  }
}

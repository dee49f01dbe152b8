import Foundation

/// Why a figure could not be drawn, with what is needed to put it right.
public enum FigureError: Error, Hashable, Sendable {
  /// The figure has no panels, or a panel nothing to show.
  case empty(panel: Int)
  /// Coordinates of one series have different lengths.
  case lengthsDiffer(series: String, lengths: [Int])
  /// An abscissa that is NaN, or any number that is infinite or beyond ±10¹⁰⁰.
  case notFinite(series: String, index: Int, value: Double)
  /// A mark over a name that the axis does not have.
  case place(series: String, name: String, known: [String])
  /// A classifier without examples, and cells along an axis that cannot show where they are.
  case nothingToDraw(series: String, logarithmic: Bool)
  /// Fixed limits that are not an interval, or not positive on a logarithmic axis.
  case limits(axis: String, low: Double, high: Double, logarithmic: Bool)
  /// Cells: wrong number of values or texts, or centres that do not ascend.
  case cells(String)
  /// A size that is not positive, too small for its margins, or beyond two metres.
  case size(width: Double, height: Double)
  /// A size of text that nobody reads, or that leaves no room.
  case text(Double)
  /// A name that no font has.
  case font(String)
  /// A label that cannot name a file.
  case label(String)
  /// gnuplot is not on the search path.
  case gnuplotNotFound(command: String)
  /// gnuplot could not be started: the system's reason.
  case gnuplotNotStarted(command: String, reason: String)
  /// gnuplot refused the script: its own words.
  case gnuplotFailed(status: Int32, message: String)
  /// gnuplot was ended by a signal.
  case gnuplotKilled(signal: Int32, message: String)
  /// gnuplot did not end in time.
  case timedOut(seconds: Double)
  /// A stop was asked for.
  case stopped
  /// gnuplot ended without an error and without the file, or with one that cannot be read.
  case noOutput(format: String, message: String)
  /// A file could not be written: its path, the system's reason.
  case notWritable(path: String, reason: String)

  /// An error with the label of the figure it happened in.
  public struct InFigure: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// The figure's label, "fig-drift".
    public var label: String
    /// What went wrong.
    public var error: FigureError

    /// An error in the figure with this label.
    public init(label: String, error: FigureError) { (self.label, self.error) = (label, error) }

    public var description: String { "figure '\(label)': \(error)" }
    public var errorDescription: String? { description }
  }
}

extension FigureError: LocalizedError, CustomStringConvertible {
  public var errorDescription: String? { description }

  /// What went wrong, what was expected and what to do.
  public var description: String {
    switch self {
    case .empty(let panel):
      "panel \(panel + 1) has nothing to show; add a mark with at least one point"
    case .lengthsDiffer(let series, let lengths):
      "the coordinates of series '\(series)' have \(lengths.map(String.init).joined(separator: ", ")) numbers; "
        + "they must have equally many"
    case .notFinite(let series, let index, let value):
      "series '\(series)' has \(value) at index \(index); abscissas must be "
        + "numbers, ordinates numbers or NaN for a gap, none beyond ±1e100"
    case .place(let series, let name, let known):
      "series '\(series)' is over “\(name)”, which the axis does not name; it has \(known.joined(separator: ", "))"
    case .nothingToDraw(let series, let logarithmic):
      logarithmic
        ? "series '\(series)' has no positive number to show on a logarithmic axis; use a linear axis"
        : "series '\(series)' has no finite point"
    case .limits(let axis, let low, let high, let logarithmic):
      "the limits of axis '\(axis)' are \(low) and \(high); expected two finite numbers, the first clearly "
        + "below the second, none beyond ±1e100"
        + (logarithmic ? " and above zero, as the axis is logarithmic" : "")
    case .cells(let reason): reason
    case .size(let width, let height):
      "a figure of \(width) cm × \(height) cm cannot be drawn; width and height must lie between 3 and 200 cm"
    case .text(let points):
      "text of \(points) points cannot be set in a figure; its size must lie between 4 and 48 points"
    case .font(let name):
      "“\(name)” cannot name a font; use the name that the system knows it by, as “Libertinus Serif”"
    case .label(let label):
      "'\(label)' cannot name a file; use letters, digits, '-', '_' and '.', and do not start with '.'"
    case .gnuplotNotFound(let command):
      "\(command) is not installed or not on the PATH; install it with: apt-get install gnuplot-nox"
    case .gnuplotNotStarted(let command, let reason): "\(command) could not be started: \(reason)"
    case .gnuplotFailed(let status, let message): "gnuplot failed (exit status \(status)): \(message)"
    case .gnuplotKilled(let signal, let message):
      "gnuplot was killed (signal \(signal)) before it was done" + (message.isEmpty ? "; run again" : ": \(message)")
    case .timedOut(let seconds):
      "gnuplot did not finish within \(seconds) s; draw fewer points, or allow more time"
    case .stopped: "drawing was stopped"
    case .noOutput(let format, let message):
      "gnuplot wrote no usable \(format) file" + (message.isEmpty ? "" : ": \(message)")
    case .notWritable(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}

internal import CGnuplot
import Foundation
import Synchronization

/// A gnuplot that has been started and waits for commands; to be used or discarded, once.
struct RunningGnuplot: Sendable {
  /// Where it runs.
  let folder: URL
  /// It has one owner at a time.
  nonisolated(unsafe) private let process: OpaquePointer

  /// Starts the renderer's gnuplot in a folder, where it carries out some commands.
  init(_ renderer: FigureRenderer, in folder: URL, commands: String = "") throws(FigureError) {
    self.folder = folder
    let path = try renderer.executable()
    var failure: Int32 = 0
    if let process = gimbal_gnuplot_start(path, folder.path, commands, &failure) {
      self.process = process
      return
    }
    let reason = failure == 0 ? "built without gnuplot-iostream" : String(cString: strerror(failure))
    throw .gnuplotNotStarted(command: renderer.command, reason: reason)
  }

  /// Sends the last commands and returns what gnuplot wrote to standard error, and its exit status.
  ///
  /// - Throws: when it does not end, or is ended by a signal.
  func finish(_ commands: String, for renderer: FigureRenderer) throws(FigureError) -> (status: Int32, errors: String) {
    let result = gimbal_gnuplot_finish(process, commands, renderer.timeout, renderer.stop ?? -1)
    let errors = String(cString: result.errors)
    free(result.errors)
    switch result.end {
    case GimbalGnuplotSignalled: throw .gnuplotKilled(signal: result.code, message: Rendering.withoutMarks(errors))
    case GimbalGnuplotTimedOut: throw .timedOut(seconds: renderer.timeout)
    case GimbalGnuplotStopped: throw .stopped
    default: return (result.code, errors)
    }
  }

  func discard() { gimbal_gnuplot_discard(process) }
}

/// Some gnuplots that are started before there is anything to draw, while nobody waits for them: to load its libraries and
/// fonts takes a gnuplot longer than to draw a usual figure.
package final class WaitingGnuplots: Sendable {
  private struct State {
    var waiting: [RunningGnuplot] = []
    var isOver = false
  }

  private let state = Mutex(State())

  package init() {}

  deinit { end() }

  /// Starts so many gnuplots in a folder, unless ``end()`` comes first. One that cannot be started is missing: who draws tries
  /// again, and says why not.
  package func start(_ count: Int, _ renderer: FigureRenderer, in folder: URL) {
    for _ in 0..<count {
      guard !state.withLock(\.isOver),
        let gnuplot = try? RunningGnuplot(renderer, in: folder, commands: Self.warmingUp)
      else { return }
      let isWanted = state.withLock { state in
        if !state.isOver { state.waiting.append(gnuplot) }
        return !state.isOver
      }
      if !isWanted { gnuplot.discard() }
    }
  }

  /// A drawing that nobody sees, for which gnuplot loads all that it needs for the next one.
  private static let warmingUp = """
    set terminal pdfcairo
    set output '/dev/null'
    set label 'figure' at screen 0.5, screen 0.5
    plot [0:1] 0
    unset output
    reset session

    """

  /// One of those that wait, if there is one.
  func take() -> RunningGnuplot? { state.withLock { $0.waiting.popLast() } }

  /// Ends those that nobody has taken; none is started any more.
  package func end() {
    let rest = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for gnuplot in rest { gnuplot.discard() }
  }
}

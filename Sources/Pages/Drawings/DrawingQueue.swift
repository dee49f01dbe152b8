import CellKernel
import Display
import Figures
import Foundation
import NotebookDocument
import Processes
import Synchronization

import class Basics.Monitor
import enum Basics.Parallel
import class Basics.Workers

/// Draws figures while later cells run.
package final class DrawingQueue: Sendable {
  private let drawer: FigureDrawer
  private let waiting = WaitingGnuplots()
  /// Where these work; nil as long as none was started.
  private let workplace = Mutex<String?>(nil)
  private let formats: [String]
  private let workers = Workers(limit: max(2, Parallel.processors))
  /// The drawings of each cell by its index; nil for one that is not there yet.
  private let results = Monitor([Int: [Result<FigureDrawing, FigureFailure>?]]())

  /// A queue that draws until a stop is asked for: a figure that is being drawn then fails at once, and so do later ones.
  package init(drawer: FigureDrawer, formats: [String], interrupt: Interrupt? = nil) {
    var drawer = drawer
    drawer.interrupt = interrupt
    drawer.renderer.waiting = waiting
    (self.drawer, self.formats) = (drawer, formats)
  }

  deinit {
    waiting.end()
    if let workplace = workplace.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: workplace) }
  }

  /// Starts gnuplot for the figures that these cells will show, judged by their labels. Call it while the compiler is
  /// at work and there is nothing else to do. Only the first call counts.
  package func expect(_ cells: some Sequence<Cell>) {
    let figures = cells.count { $0.options.label?.hasPrefix("fig-") == true }
    guard workplace.withLock({ $0 }) == nil, figures > 0, let folder = try? drawer.store.scratchPath() else { return }
    workplace.withLock { $0 = folder }
    guard mkdir(folder, 0o700) == 0 else { return }
    workers.add { [waiting, renderer = drawer.renderer] in
      waiting.start(min(figures, 2 * Parallel.processors), renderer, in: URL(fileURLWithPath: folder))
    }
  }

  /// Starts to draw the figures that a cell has shown.
  package func add(_ cell: Cell, _ outcome: CellOutcome) {
    let figures = outcome.pictures
    results.withLock { $0[cell.number - 1] = figures.map { _ in nil } }
    let heights = FigureDrawer.rowHeights(of: figures, options: cell.options)
    for (index, bundle) in figures.enumerated() {
      let label = cell.figureName(index, of: figures.count)
      workers.add { [self] in
        let result = Result<FigureDrawing, FigureFailure>(catchingFigure: {
          try drawer.draw(
            bundle, label: label, index: index, of: figures.count, options: cell.options, height: heights[index],
            formats: formats)
        })
        results.withLock { $0[cell.number - 1]![index] = result }
      }
    }
  }

  /// The figures of one cell, once they are drawn.
  package func finish(cell index: Int) -> [Result<FigureDrawing, FigureFailure>] {
    results.wait { results in
      let made = results[index, default: []].compactMap { $0 }
      return made.count == results[index, default: []].count ? made : nil
    } ?? []
  }

  /// All figures, once they are drawn, by cell index.
  package func finish() -> [Int: [Result<FigureDrawing, FigureFailure>]] {
    results.wait { results in
      let made = results.mapValues { $0.compactMap { $0 } }
      return results.allSatisfy { made[$0.key]!.count == $0.value.count } ? made : nil
    } ?? [:]
  }
}

extension CellOutcome {
  /// What the cell shows as figures, in order.
  package var pictures: [MIMEBundle] {
    outputs.compactMap { output in
      if case .bundle(let bundle) = output, bundle.isPicture { bundle } else { nil }
    }
  }
}

extension MIMEBundle {
  /// Whether the bundle is shown as a figure: drawn here, or a picture already.
  package var isPicture: Bool { contents[MediaType.figure] != nil || contents[MediaType.svg] != nil }

  /// What a picture that comes with its own words says of itself.
  package var spoken: String? { contents[MediaType.figure] == nil ? contents[MediaType.plain] : nil }
}

extension Result where Failure == FigureFailure {
  /// Whether there is no figure because a stop was asked for.
  package var wasStopped: Bool { if case .failure(let failure) = self { failure.wasStopped } else { false } }

  /// The result of a body; any other error counts by its words.
  package init(catchingFigure body: () throws -> Success) {
    do {
      self = .success(try body())
    } catch let failure as FigureFailure {
      self = .failure(failure)
    } catch {
      self = .failure(FigureFailure(message: "\(error)"))
    }
  }
}

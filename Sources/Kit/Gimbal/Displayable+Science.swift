import Display
import Figures
import Foundation
import Inertial
import Rotations

// How the values of the science show themselves in a notebook. The science does not know it.

extension Figure: Displayable {
  /// The figure as data: the one that shows it draws it.
  public var mimeBundle: MIMEBundle {
    var bundle = MIMEBundle(text: "a figure")
    let encoder = JSONEncoder()
    // The same figure must be the same text: the runner knows a figure that it has drawn by it.
    encoder.outputFormatting = .sortedKeys
    if let json = try? encoder.encode(self) {
      bundle.contents[MediaType.figure] = String(decoding: json, as: UTF8.self)
    }
    return bundle
  }
}

extension Comparison: Displayable {
  /// One row a scheme, with how far each is from the truth and how much of the movement it keeps; the truth is the first line and standing
  /// still, which every scheme has to beat, the last.
  ///
  /// A column of which no scheme has a value, as the drift where the truth is unknown, is left out.
  public var table: Table {
    let (schemes, baselines) = (self.rows, self.baselines)
    let rows = [baselines.truth].compactMap { $0 } + schemes + [baselines.standingStill].compactMap { $0 }
    let known = columns.indices.filter { index in schemes.contains { $0.values[index] != nil } }
    return Table(
      columns: [Table.Column("scheme")]
        + known.map { Table.Column("\(columns[$0])", unit: columns[$0].unit.isEmpty ? nil : columns[$0].unit) },
      rows: rows.map { row in
        [.text(row.label)] + known.map { row.values[$0].map(Table.Cell.number) ?? .empty }
      })
  }

  public var mimeBundle: MIMEBundle { table.mimeBundle }
}

extension Trace: ShownInRows {
  package func table(of range: Range<Int>) -> Table {
    func text(_ vectors: [Vector3]?, _ title: String, _ unit: String) -> Table.Field<Int>? {
      vectors.map { vectors in .init(title, { vectors[$0].readable }, unit: unit) }
    }
    let columns: [Table.Field<Int>?] = [
      .init("time", { timestamps[$0] }, unit: "s", digits: 0), .init("attitude", { attitude[$0].readable }),
      text(userAcceleration, "user acceleration", "m/s²"), text(rotationRate, "rotation rate", "rad/s"),
      text(gravity, "gravity", "m/s²"), text(magneticField, "magnetic field", "µT"),
      text(truePosition, "true position", "m"), isTouching.map { isTouching in .init("touching", { isTouching[$0] }) },
    ]
    return Table(range, columns: columns.compactMap { $0 })
  }
}

extension Trajectory: ShownInRows {
  package func table(of range: Range<Int>) -> Table {
    Table(
      range,
      columns: .init("time", { times[$0] }, unit: "s", digits: 0),
      .init("velocity", { velocities[$0].readable }, unit: "m/s"),
      .init("position", { positions[$0].readable }, unit: "m"))
  }
}

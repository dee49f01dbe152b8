import Display
import GestureFigures
import Gestures

extension Match: Displayable {
  /// The five best labels with their scores.
  public var mimeBundle: MIMEBundle {
    Table(
      columns: [Table.Column("label"), Table.Column("score"), Table.Column("behind the best")],
      rows: candidates.prefix(5).map {
        [.text($0.label), .number($0.score), .number(score - $0.score)]
      }
    ).mimeBundle
  }
}

extension ConfusionMatrix: Displayable {
  /// As a figure: what was drawn, and what was answered.
  public var mimeBundle: MIMEBundle { figure().mimeBundle }
}

extension Stroke: Displayable {
  /// As a figure, on the course's board.
  public var mimeBundle: MIMEBundle {
    (try? figure().mimeBundle) ?? MIMEBundle(text: "a stroke of \(samples.count) samples")
  }
}

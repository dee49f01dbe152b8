/// Whether a number is infinite, or so large that a picture of it would overflow.
func isBeyondDrawing(_ value: Double) -> Bool { value.magnitude > drawableMagnitudes.upperBound }

extension Mark {
  /// What the mark is called in an error: its name, or its kind where it has none.
  private var description: String {
    if !name.isEmpty { return name }
    return switch self {
    case .curve: "unnamed line"
    case .trajectory: "unnamed path"
    case .reference: "unnamed law"
    case .scatter: "unnamed points"
    case .columns: "unnamed bars"
    case .area: "unnamed ribbon"
    case .intervals: "unnamed bands"
    case .note(let note): note.text
    }
  }

  /// Checks what a picture needs: equal lengths, finite numbers, at least one point that the axes can show.
  func check(x: FigureAxis, y: FigureAxis) throws(FigureError) {
    let positiveX = x.scale == .logarithmic
    let positiveY = y.scale == .logarithmic
    switch self {
    case .curve(let curve), .trajectory(let curve), .reference(let curve), .scatter(let curve), .columns(let curve):
      try checkSeries(curve.x, [curve.y], positiveX: positiveX, positiveY: positiveY)
    case .area(let area):
      try checkSeries(area.x, [area.low, area.high], positiveX: positiveX, positiveY: positiveY)
    case .intervals(let intervals):
      try checkLengths([intervals.starts.count, intervals.ends.count])
      try checkAbscissas(intervals.starts)
      try checkAbscissas(intervals.ends)
    case .note(let note):
      for value in [note.x, note.y] where value.isNaN || isBeyondDrawing(value) {
        throw .notFinite(series: description, index: 0, value: value)
      }
    }
  }

  private func checkSeries(
    _ x: Column, _ ordinates: [Column], positiveX: Bool, positiveY: Bool
  ) throws(FigureError) {
    try checkLengths([x.count] + ordinates.map(\.count))
    try checkAbscissas(x)
    for y in ordinates {
      if let index = y.values.firstIndex(where: isBeyondDrawing) {
        throw .notFinite(series: description, index: index, value: y.values[index])
      }
    }
    guard let y = ordinates.last, !y.values.allSatisfy(\.isNaN) else {
      throw .nothingToDraw(series: description, logarithmic: false)
    }
    let isVisible = zip(x.values, y.values).contains { x, y in
      (!positiveX || x >= drawableMagnitudes.lowerBound) && (!positiveY || y >= drawableMagnitudes.lowerBound)
        && !y.isNaN
    }
    guard isVisible else { throw .nothingToDraw(series: description, logarithmic: true) }
  }

  private func checkLengths(_ lengths: [Int]) throws(FigureError) {
    guard Set(lengths).count == 1 else { throw .lengthsDiffer(series: description, lengths: lengths) }
  }

  private func checkAbscissas(_ x: Column) throws(FigureError) {
    if let index = x.values.firstIndex(where: { $0.isNaN || isBeyondDrawing($0) }) {
      throw .notFinite(series: description, index: index, value: x.values[index])
    }
  }
}

extension Mark {
  /// The abscissas that the axis has to show.
  var abscissas: [Column] {
    switch self {
    case .curve(let curve), .trajectory(let curve), .scatter(let curve), .columns(let curve), .reference(let curve):
      [curve.x]
    case .area(let area): [area.x]
    case .intervals(let intervals): [intervals.starts, intervals.ends]
    case .note: []
    }
  }

  /// The ordinates that the axis has to show. A law does not stretch the axis: it is laid under what is measured.
  func ordinates(isLogarithmic: Bool) -> [Column] {
    switch self {
    case .curve(let curve), .trajectory(let curve), .scatter(let curve): [curve.y]
    case .columns(let curve): [curve.y, isLogarithmic ? [] : [0]]
    case .area(let area): [area.low, area.high]
    case .reference, .intervals, .note: []
    }
  }
}

/// Whether a number is infinite, or so large that a picture of it would overflow.
func isBeyondDrawing(_ value: Double) -> Bool { value.magnitude > drawableMagnitudes.upperBound }

extension Mark {
  /// What the mark is called in an error: its name, or its kind where it has none.
  private var description: String { name.isEmpty ? "unnamed \(kind)" : name }

  /// Checks what a picture needs: equal lengths, finite numbers, at least one point that the axes can show.
  func check(x xAxis: FigureAxis, y yAxis: FigureAxis) throws(FigureError) {
    switch kind {
    case .text:
      for value in x.values + y.values where value.isNaN || isBeyondDrawing(value) {
        throw .notFinite(series: description, index: 0, value: value)
      }
    case .bands:
      try checkLengths([x.count, y.count])
      try checkAbscissas(x)
      try checkAbscissas(y)
    case .line, .path, .law, .points, .bars, .ribbon:
      try checkSeries(
        [y] + [high].compactMap { $0 }, positiveX: xAxis.scale == .logarithmic, positiveY: yAxis.scale == .logarithmic)
    }
  }

  private func checkSeries(_ ordinates: [Column], positiveX: Bool, positiveY: Bool) throws(FigureError) {
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
  var abscissas: [Column] { kind == .text ? [] : kind == .bands ? [x, y] : [x] }

  /// The ordinates that the axis has to show. A law does not stretch the axis: it is laid under what is measured.
  func ordinates(isLogarithmic: Bool) -> [Column] {
    switch kind {
    case .bars: [y, isLogarithmic ? [] : [0]]
    case .law, .bands, .text: []
    case .line, .path, .points, .ribbon: [y] + [high].compactMap { $0 }
    }
  }
}

/// Whether a number is infinite, or so large that a picture of it would overflow.
func isBeyondDrawing(_ value: Double) -> Bool { value.magnitude > drawableMagnitudes.upperBound }

extension Mark {
  /// What the mark is called in an error: its name, or its kind where it has none.
  var description: String { name.isEmpty ? "unnamed \(kind)" : name }

  /// Checks what a picture needs: equal lengths, and no infinite numbers.
  func check() throws(FigureError) {
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
      let ordinates = [y] + [high].compactMap { $0 }
      try checkLengths([x.count] + ordinates.map(\.count))
      try checkAbscissas(x)
      for y in ordinates {
        if let index = y.values.firstIndex(where: isBeyondDrawing) {
          throw .notFinite(series: description, index: index, value: y.values[index])
        }
      }
    }
  }

  /// What of the mark the axes cannot show; nil when all is shown.
  func shortage(x xAxis: FigureAxis, y yAxis: FigureAxis) -> FigureShortage? {
    guard ![.text, .bands].contains(kind) else { return nil }
    let begins = kind == .line || kind == .law || kind == .ribbon
    // For a ribbon the upper edge decides: the lower one may well lie below zero.
    if let lack = FigureShortage(
      description, [high ?? y], isLogarithmic: yAxis.scale == .logarithmic, beginsAtZero: begins)
    {
      return lack
    }
    return xAxis.scale == .linear
      ? nil : FigureShortage(description, [x], isLogarithmic: true, beginsAtZero: begins)
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
    switch kind {
    case .text: []
    case .bands: [x, y]
    // Bars have a width.
    case .bars: [x, Column(x.values.map { $0 - barGap / 2 }), Column(x.values.map { $0 + barGap / 2 })]
    case .line, .path, .law, .points, .ribbon: [x]
    }
  }

  /// The least distance between two bars.
  var barGap: Double {
    let sorted = x.values.sorted()
    return zip(sorted.dropFirst(), sorted).map { $0 - $1 }.filter { $0 > 0 }.min() ?? 1
  }

  /// The ordinates that the axis has to show. A law does not stretch the axis: it is laid under what is measured.
  func ordinates(isLogarithmic: Bool) -> [Column] {
    switch kind {
    case .bars: [y, isLogarithmic ? [] : [0]]
    case .law, .bands, .text: []
    case .line, .path, .points, .ribbon: [y] + [high].compactMap { $0 }
    }
  }
}

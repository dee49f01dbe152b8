/// How large a figure is, and how its words are set.
extension Figure {
  /// A kind of page that a figure is made for.
  public enum Place: String, Codable, Hashable, Sendable, CaseIterable {
    /// One of two columns of a paper: 8.5 cm wide, text of 8 points.
    case column
    /// A page between its margins: 16 cm wide, text of 10 points.
    case page
    /// A slide of a lecture: 24 cm wide and 12 high, text of 18 points.
    case slide

    /// Centimetres.
    public var width: Double {
      switch self {
      case .column: 8.5
      case .page: 16
      case .slide: 24
      }
    }

    /// Centimetres; `nil` where the height follows from the width.
    public var height: Double? { self == .slide ? 12 : nil }

    /// The size of the text in points.
    public var text: Double {
      switch self {
      case .column: 8
      case .page: 10
      case .slide: 18
      }
    }
  }

  /// The figure for a kind of page: as wide as fits there, with text of the size that is read there.
  ///
  /// ```swift
  /// comparison.driftFigure().fitted(to: .column)
  /// ```
  public func fitted(to place: Place) -> Figure {
    var figure = self
    figure.size = size(width: place.width, height: place.height)
    figure.text = place.text
    return figure
  }

  /// The figure with words of this size, in this font.
  ///
  /// - Parameters:
  ///   - points: the size of all words and numbers on paper, from 4 to 48 points; `nil` leaves it as it is.
  ///   - font: the name of a font that the machine has, “Libertinus Serif”; `nil` leaves it as it is.
  public func lettered(_ points: Double? = nil, font: String? = nil) -> Figure {
    var figure = self
    figure.text = points ?? text
    figure.font = font ?? self.font
    return figure
  }

  /// A size of this width or height in centimetres; where only one is given the other follows from the figure's own size, or from its
  /// kind where it has none.
  public func size(width: Double?, height: Double?) -> Size? {
    let natural = naturalSize
    switch (width, height) {
    case (nil, nil): return nil
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil):
      return Size(
        width: width, height: size == nil ? naturalHeight(width: width) : natural.height * width / natural.width)
    case (nil, let height?): return Size(width: height * natural.width / natural.height, height: height)
    }
  }

  /// Checks what a script could not say.
  ///
  /// - Throws: ``FigureError/text(_:)``, ``FigureError/font(_:)``.
  func checkLettering() throws(FigureError) {
    if let text, !TextSizes.possible.contains(text) { throw .text(text) }
    guard let font else { return }
    let isName = font.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || " ._-".unicodeScalars.contains(scalar)
    }
    guard isName, font.contains(where: \.isLetter), font.count <= 100 else { throw .font(font) }
  }
}

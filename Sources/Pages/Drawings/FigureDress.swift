import Figures
import NotebookDocument

/// What cell and notebook say of a figure's size and of its words, and where it is.
struct FigureDress: Hashable {
  private let own: FigureOptions
  private let notebook: FigureOptions
  /// How many figures are side by side.
  private let columns: Int
  /// Centimetres, where the row decides.
  private let height: Double?

  init(_ own: FigureOptions, _ notebook: FigureOptions, columns: Int, height: Double?) {
    (self.own, self.notebook, self.columns, self.height) = (own, notebook, columns, height)
  }

  /// All that it says, for keys.
  var description: String { "\(own) \(notebook) \(columns) \(height ?? 0)" }

  /// The figure with its size and its words: as its cell says, else as it says itself, else as the notebook says. What
  /// is in a row is drawn as narrow as its place, so that its text has its size.
  func on(_ figure: Figure) -> Figure {
    var result = figure
    result.text = text(own) ?? figure.text ?? (figure.size == nil ? text(notebook) : notebook.text)
    result.font = own.font ?? figure.font ?? notebook.font
    result.size = size(of: result, own) ?? figure.size ?? size(of: result, notebook)
    if result.size == nil, columns > 1 {
      result.size = result.size(width: share(of: Figure.Place.page.width), height: nil)
    }
    if let height { result.size?.height = height }
    return result
  }

  /// The size of a scene and its words: as its cell says, else as the notebook does.
  var scene: SceneDress {
    var dress = SceneDress(text: text(own) ?? text(notebook), font: own.font ?? notebook.font)
    for options in [own, notebook] where dress.width == nil && dress.height == nil {
      let place = place(options)
      (dress.width, dress.height) = (
        options.width ?? place.map { share(of: $0.width) }, options.height ?? place?.height
      )
    }
    if dress.width == nil, dress.height == nil, columns > 1 { dress.width = share(of: Figure.Place.page.width) }
    return dress
  }

  private func place(_ options: FigureOptions) -> Figure.Place? {
    options.place.flatMap { Figure.Place(rawValue: $0.rawValue) }
  }

  private func text(_ options: FigureOptions) -> Double? { options.text ?? place(options)?.text }

  private func size(of figure: Figure, _ options: FigureOptions) -> Figure.Size? {
    let place = place(options)
    return figure.size(
      width: options.width ?? place.map { share(of: $0.width) }, height: options.height ?? place?.height)
  }

  /// The width of one of the figures that share this one: what is between them is taken off.
  private func share(of width: Double) -> Double {
    columns > 1 ? max((width - 0.6 * Double(columns - 1)) / Double(columns), 4.5) : width
  }
}

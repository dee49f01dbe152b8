import EmbeddedFiles

/// What lets the reader of a page stop a film. Without it a film plays, or stays at its first picture where the reader has asked
/// for less motion.
package enum FilmScript {
  /// The beginning of the rule by which a film's frames follow one another.
  package static let mark = "@keyframes scene-"

  package static let text = EmbeddedFile.text("Drawings/film.js")
}

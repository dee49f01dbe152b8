import Foundation

/// A report's page as a part of a site: what it shows, without the frame around it, whose style and scripts the site has once.
package struct PagePart: Sendable, Codable {
  /// With the places of its states marked.
  package var content: String
  /// The style that gives its formulas their font; empty without formulas.
  package var font: String
  /// In order.
  package var headings: [HTMLPage.Heading]
  package var outline: PageOutline
  /// What its reader can move; nil for a page that shows a single state.
  package var states: ExploredPage?
  /// Whether the author's HTML stays as it is, so that it may act.
  package var isTrusted: Bool
}

extension HTMLReport {
  /// The report as a part of a site, with what its reader can move, where that has been made. O(length).
  package func part(exploring states: ExploredPage?) -> PagePart {
    let (content, body) = contentAndBody(isNoted: true)
    return PagePart(
      content: states?.content ?? content, font: font(for: states?.allText ?? content), headings: body.headings,
      outline: body.outline ?? PageOutline(), states: states, isTrusted: isTrusted)
  }
}

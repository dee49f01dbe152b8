import Basics
import Foundation

extension Document {
  /// The blocks of these lines, in order. O(blocks).
  func blocks(from start: Int, to end: Int) -> [Block] {
    guard start <= end, owners.indices.contains(start - 1), owners.indices.contains(end - 1) else { return [] }
    return Array(blocks[owners[start - 1]...owners[end - 1]])
  }

  /// The parts between two lines that empty lines divide, without those that show nothing there: comments, definitions and footnotes.
  /// O(lines).
  func parts(between start: Int, and end: Int) -> [ClosedRange<Int>] {
    var (found, begun, isSeen): ([ClosedRange<Int>], Int?, Bool) = ([], nil, false)
    for line in start + 1..<max(end + 1, start + 2) {
      let block = line < end ? block(at: line) : nil
      if let block, block.kind != .blank {
        begun = begun ?? line
        isSeen = isSeen || block.kind != .comment && block.kind != .definition && !block.containers.contains(.footnote)
      } else if let first = begun {
        if isSeen { found.append(first...(line - 1)) }
        (begun, isSeen) = (nil, false)
      }
    }
    return found
  }

  /// An item of a list as it is written, on one line and without its bullet.
  func text(ofItem item: ClosedRange<Int>) -> String {
    Self.text(ofItem: item.map { lines[$0 - 1] })
  }

  /// The same of these lines.
  package static func text(ofItem lines: [String]) -> String {
    lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
      .replacing(compiled(/^[-*+]\s+/), with: "")
  }

  /// The items of a list of bullets that is all of a part; none where it is something else. O(lines).
  func items(in part: ClosedRange<Int>) -> [ClosedRange<Int>] {
    var items: [ClosedRange<Int>] = []
    for line in part {
      guard let block = block(at: line), case .item(let start)? = block.containers.first, part.contains(start),
        lines[start - 1].prefixMatch(of: compiled(/\s{0,3}[-*+]\s+\S/)) != nil
      else { return [] }
      if let last = items.last, last.lowerBound == start {
        items[items.count - 1] = start...line
      } else {
        items.append(start...line)
      }
    }
    return items
  }
}

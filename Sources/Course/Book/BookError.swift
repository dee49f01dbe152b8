import struct Basics.Fault
import protocol Basics.FaultReason
import enum Basics.Spelling

/// What keeps notebooks from being a book.
package typealias BookError = Fault<BookReason>

/// The reasons of ``BookError``.
package enum BookReason: FaultReason {
  /// A folder without notebooks.
  case noChapters
  /// Neither a folder, nor a notebook, nor a table of contents.
  case unknownInput
  /// A table of contents next to notebooks, or two of them.
  case severalBooks
  case missingChapter(String)
  /// A symbolic link that leads out of the book's folder.
  case leadsOut(String)
  case badName(String)
  case reservedName(String)
  case sharedName(String, other: String)
  case unknownChapter(String, known: [String])
  case unknownReference(String, chapter: String?, near: String?)
  case ambiguousReference(String, chapters: [String])
  /// The list of the book's files cannot be read, or something else has its name.
  case brokenRecord

  package var message: String {
    switch self {
    case .noChapters:
      "there are no notebooks in this folder; name a folder with notebooks, or list them in its book.yml under “chapters:”"
    case .unknownInput: "this is neither a folder, nor a notebook, nor a book.yml"
    case .severalBooks: "a book has one folder, or one book.yml, or notebooks in their order; leave the others away"
    case .missingChapter(let name): "there is no notebook “\(name)”; correct the name, or remove it from “chapters:”"
    case .leadsOut(let name):
      "“\(name)” is a link that leads out of the book's folder, and such links are not followed; put the file itself there"
    case .badName(let name):
      "the chapter's name “\(name)” cannot be part of an address; give it another: {file: …, name: …} under “chapters:” in "
        + "book.yml, of letters, digits, - and _"
    case .reservedName(let name):
      "the chapter's name “\(name)” is that of a page of the book's own; give it another: {file: …, name: …} under “chapters:” in book.yml"
    case .sharedName(let name, let other):
      "the chapter's name “\(name)” is also that of \(other); give one of them another: {file: …, name: …} under “chapters:” in book.yml"
    case .unknownChapter(let name, let known):
      "the book has no chapter “\(name)”\(Spelling.hint(name, among: known))"
    case .unknownReference(let label, let chapter, let near):
      (chapter.map { "the chapter “\($0)” has no figure, table or formula “\(label)”" }
        ?? "no chapter has a figure, a table or a formula “\(label)”")
        + (near.map { "; did you mean “@\($0)”?" } ?? "; correct the label, or write \\@ where no reference is meant")
    case .ambiguousReference(let label, let chapters):
      "“@\(label)” could be of several chapters; write \(chapters.map { "@\($0)/\(label)" }.joined(separator: " or "))"
    case .brokenRecord:
      "this file does not list a book's files as “gimbal book” writes it; choose another folder, or move the file away"
    }
  }
}

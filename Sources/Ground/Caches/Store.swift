import CHostLink
import Files
import Foundation
import Processes

import protocol Basics.PlacedError
import enum Basics.PlainFile

/// What can be made again, on disk: compiled cells, drawings, formulas, records of runs, results of runs, what was asked of tools,
/// chapters of books.
///
/// An entry is a folder with files, found by its kind and a hash of everything that decided it. It appears whole, by a
/// rename; a list of its contents holds its kind, its key and their hashes, so that what is truncated, damaged or another
/// entry's counts as missing and is made again. Several programs may use one store at once.
package struct Store: Sendable {
  /// The folder of the store, an absolute path.
  package let folder: String
  /// Why the store is not used; nil for one that belongs to this user alone. A refused store finds nothing and keeps nothing.
  package let refusal: StoreError?

  /// What an entry is. The name is the name of its folder.
  package enum Kind: String, CaseIterable, Sendable {
    case unit = "units"
    case drawing = "drawings"
    case formula = "formulas"
    case record = "records"
    case tool = "tools"
    case chapter = "chapters"
    case run = "runs"
    case page = "pages"

    /// Whether the key names a thing and not its content, so that a later entry takes the place of an earlier one.
    var isReplaced: Bool { self == .record || self == .tool || self == .chapter || self == .run || self == .page }
  }

  /// An entry that is there and whole.
  package struct Entry: Sendable {
    /// Where its files lie.
    package var folder: String
    package var files: [String: Data]
  }

  /// The store in this folder, or in the user's. What killed programs left in it is removed.
  package init(_ chosen: String? = nil) {
    folder = CacheFolder.path(chosen)
    refusal = Self.refusal(of: folder)
    if refusal == nil { Scratch.sweep(in: folder) }
  }

  /// Makes sure that nobody else can write to the store, and makes its folder.
  ///
  /// - Throws: `StoreError` that says what to do.
  package func requireOwn() throws {
    if let refusal { throw refusal }
    // Whether it can be written shows when something is.
    try? Self.makeFolder(folder)
  }

  /// Whether entries can be kept.
  package var isWritable: Bool { (try? withScratch { _ in refusal == nil }) ?? false }

  /// The path of an entry, whether or not it is there.
  package func path(_ kind: Kind, _ key: ContentHash) -> String { "\(folder)/\(kind.rawValue)/\(key)" }

  /// The entry, if it is there and whole. O(bytes).
  package func entry(_ kind: Kind, _ key: ContentHash) -> Entry? {
    guard refusal == nil else { return nil }
    let place = path(kind, key)
    guard let list = EntryList(in: place, of: kind, key), let files = list.read(in: place) else { return nil }
    EntryList.noteUse(in: place)
    return Entry(folder: place, files: files)
  }

  /// Makes an entry: `fill` writes files into its own folder, which then takes the entry's place. Among two programs
  /// that make the same entry at once, both get a whole one.
  ///
  /// - Throws: what `fill` throws; `StoreError` when the store cannot be written, or is refused.
  @discardableResult
  package func make(_ kind: Kind, _ key: ContentHash, fill: (_ folder: String) throws -> Void) throws -> Entry {
    try requireOwn()
    do {
      return try withScratch { made in
        do {
          try fill(made)
          let list = try EntryList(of: made, for: kind, key)
          try list.write(in: made)
          let entry = try place(made, kind, key)
          noteGrowth(list.bytes)
          return entry
        } catch let error where !(error is any PlacedError) && !(error is Interrupted) {
          // Compilers fall silent or blame something else when the disk is full.
          guard SystemReason.code(error) == nil, let why = SystemReason.unwritable(made) else { throw error }
          throw unwritable(why)
        }
      }
    } catch let error where SystemReason.code(error) != nil {
      throw unwritable(SystemReason.words(error))
    }
  }

  /// Keeps these files as an entry. A store that cannot be written costs time only.
  package func keep(_ kind: Kind, _ key: ContentHash, _ files: [String: Data]) {
    _ = try? make(kind, key) { folder in
      for (name, data) in files { try PlainFile.write(data, to: "\(folder)/\(name)") }
    }
  }

  /// A folder for something whose place must not change while it is made, used and made again: packages. It is not an entry: who
  /// works there locks it and says by its own file when it is whole.
  ///
  /// - Throws: `StoreError` when it cannot be made.
  package func workshop(_ key: ContentHash, _ leases: Leases) throws -> String {
    try requireOwn()
    leases.takeWorkshop(key)
    let path = "\(folder)/\(Self.workshopKind)/\(key)"
    do {
      try withScratch { _ in try Self.makeFolder(path) }
    } catch {
      throw StoreError(.unwritableCache(SystemReason.words(error)), file: folder)
    }
    return path
  }

  /// What of the store is used from now on, for longer than a call.
  package func leases() -> Leases { Leases(in: self) }

  /// A folder for the time of a call, for this program only; the rest of it when the program is killed goes at the next
  /// start. Temporary files of compilers belong here.
  package func withScratch<Result>(_ body: (_ folder: String) throws -> Result) throws -> Result {
    let made = try makeScratch()
    defer { try? FileManager.default.removeItem(atPath: made) }
    return try body(made)
  }

  /// A path at which this program may make a folder for as long as it runs, and which nobody else uses. The rest there
  /// when the program is killed goes at the next start.
  ///
  /// - Throws: `POSIXError`.
  package func scratchPath() throws -> String {
    let made = try makeScratch()
    rmdir(made)
    return made
  }

  /// All that is kept begins here, so that a folder in which something is kept is known as a store.
  private func makeScratch() throws -> String {
    guard refusal == nil else { return try Scratch.make(in: nil) }
    let made = try Scratch.make(in: folder)
    mark()
    return made
  }

  private func place(_ made: String, _ kind: Kind, _ key: ContentHash) throws -> Entry {
    let target = path(kind, key)
    try Self.makeFolder("\(folder)/\(kind.rawValue)")
    if rename(made, target) != 0 {
      // Another program was first, or the entry there is damaged or out of date.
      if !kind.isReplaced, let theirs = entry(kind, key) { return theirs }
      if gimbal_exchange(made, target) != 0 {
        try? FileManager.default.removeItem(atPath: target)
        _ = rename(made, target)
      }
    }
    guard let entry = entry(kind, key) else {
      throw unwritable("what was written cannot be read again")
    }
    return entry
  }
}

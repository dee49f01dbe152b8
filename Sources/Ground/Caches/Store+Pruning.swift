import Files
import Foundation
import Synchronization

extension Store {
  /// Bytes that a store holds, about: when it has grown by an eighth of this, what was used longest ago goes until three
  /// quarters are left. More keeps more notebooks ready to run without the compiler (a cell takes about 0.1 MB).
  package static let bound = 1 << 30
  /// Entries that were not used for this many seconds (90 days) are deleted at the same time.
  package static let longestDisuse = 90.0 * 86_400
  /// Entries that were used within this many seconds (a day) stay, unless the store has twice its limit.
  package static let shortestDisuse = 86_400.0

  /// The compiler's own cache, whose entries are not ours to name.
  static let moduleKind = "clang-modules"
  /// The folders in which packages are built.
  static let workshopKind = "packages"

  /// An entry, for those that remove.
  private struct Candidate {
    var kind: String
    var name: String
    var bytes: Int
    var lastUse: Date
  }

  /// Removes what has not been used since a time, everything when nil, except for what a running program uses, and what is
  /// where the store's folders belong and is not a folder. Nothing else in the folder is touched.
  ///
  /// - Returns: The number of entries that were removed, and of bytes that they took.
  /// - Throws: `StoreError` when an entry cannot be removed, or the store is refused or is not known as one.
  package func clean(unusedSince limit: Date?) throws -> (entries: Int, bytes: Int) {
    if let refusal { throw refusal }
    guard isStore || (try? FileManager.default.contentsOfDirectory(atPath: folder).isEmpty) ?? true else {
      throw StoreError(.notACache, file: folder)
    }
    var (entries, bytes) = (0, 0)
    for obstacle in obstacles {
      guard unlink(obstacle) == 0 else {
        throw StoreError(.obstructedCache("take it away (\(SystemReason.words(errno)))"), file: obstacle)
      }
      entries += 1
    }
    Scratch.removeAbandoned(in: folder)
    for candidate in candidates(Kind.allCases.map(\.rawValue) + [Self.moduleKind, Self.workshopKind]) {
      if let limit, candidate.lastUse > limit { continue }
      guard try remove(candidate) else { continue }
      entries += 1
      bytes += candidate.bytes
    }
    return (entries, bytes)
  }

  /// Removes what is too much, except for what a running program uses. O(entries).
  package func prune(to bound: Int = bound, now: Date = Date()) {
    let all = candidates(Kind.allCases.map(\.rawValue) + [Self.workshopKind]).sorted { $0.lastUse < $1.lastUse }
    var total = all.reduce(0) { $0 + $1.bytes }
    let tooMuch = total > bound
    for candidate in all {
      let disuse = now.timeIntervalSince(candidate.lastUse)
      let isSurplus = tooMuch && total > bound / 4 * 3 && (disuse > Self.shortestDisuse || total > 2 * bound)
      guard isSurplus || disuse > Self.longestDisuse else { continue }
      if (try? remove(candidate)) == true { total -= candidate.bytes }
    }
  }

  /// Bytes that were added and not counted yet, by the store's folder.
  private static let uncounted = Mutex([String: Int]())

  /// Counts what is added, and prunes when it has become much.
  func noteGrowth(_ bytes: Int) {
    let descriptor = open("\(folder)/growth", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { FileLock.end(descriptor) }
    Self.uncounted.withLock { $0[folder, default: 0] += bytes }
    // Another process has the lock and counts or prunes for all: growth in the meantime is counted with the next
    // entry.
    guard (try? FileLock.take(descriptor)) == .taken else { return }
    let more = Self.uncounted.withLock { $0.removeValue(forKey: folder) ?? 0 }
    var buffer = [UInt8](repeating: 0, count: 32)
    let count = max(0, read(descriptor, &buffer, buffer.count))
    let grown = (Int(String(decoding: buffer[..<count], as: UTF8.self)) ?? 0) + more
    let isMuch = grown > Self.bound / 8
    let text = Array("\(isMuch ? 0 : grown)".utf8)
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.count, 0)
    // Under the lock: one program prunes at a time.
    if isMuch { prune() }
  }

  private func candidates(_ kinds: [String]) -> [Candidate] {
    kinds.flatMap { kind -> [Candidate] in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(kind)")) ?? []
      return names.compactMap { name in
        let path = "\(folder)/\(kind)/\(name)"
        // What is not named and listed as entries are was put there by somebody else.
        guard
          kind == Self.moduleKind
            || ContentHash(digits: name) != nil && (kind == Self.workshopKind || EntryList.lastUse(of: path) != nil)
        else { return nil }
        let (bytes, latest) = Self.measure(path)
        return Candidate(
          kind: kind, name: name, bytes: bytes, lastUse: EntryList.lastUse(of: path) ?? latest)
      }
    }
  }

  /// The bytes of an entry, and when one of its files was last read or written.
  private static func measure(_ path: String) -> (bytes: Int, latest: Date) {
    var (bytes, latest) = (0, Date.distantPast)
    let inner = (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }) ?? []
    for file in [path] + inner.map({ "\(path)/\($0)" }) {
      var information = stat()
      guard lstat(file, &information) == 0 else { continue }
      bytes += Int(information.st_size)
      let times = [information.st_atim.tv_sec, information.st_mtim.tv_sec]
      latest = max(latest, Date(timeIntervalSince1970: Double(times.max() ?? 0)))
    }
    return (bytes, latest)
  }

  /// Takes an entry out of sight first, so that nobody finds a part of it; false for one that is in use.
  private func remove(_ candidate: Candidate) throws -> Bool {
    let path = "\(folder)/\(candidate.kind)/\(candidate.name)"
    // On a full disk no scratch folder can be made.
    let scratch = try? scratchPath()
    defer { if let scratch { try? FileManager.default.removeItem(atPath: scratch) } }
    do {
      return try Scratch.withLock(on: "\(folder)/scratch") {
        if Leases.areOn(candidate.kind, candidate.name, in: folder) { return false }
        if scratch == nil || rename(path, scratch!) != 0 { try FileManager.default.removeItem(atPath: path) }
        return true
      }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.unwritableCache(SystemReason.words(error)), file: path)
    }
  }
}

import Foundation

/// What holds for the calls of one check.
package struct CheckTerms: Hashable, Sendable {
  /// The list of forbidden calls, by its number; none when negative.
  package var list: Int32
  /// The libraries whose values the task's code reads, by their numbers: what they have reached counts.
  package var libraries: [Int32]
  /// Whether the task's code may open no file.
  package var closesFiles: Bool

  package init(list: Int32 = -1, libraries: [Int32] = [], closesFiles: Bool = false) {
    (self.list, self.libraries, self.closesFiles) = (list, libraries, closesFiles)
  }

  package var bytes: [UInt8] {
    ([list, closesFiles ? 1 : 0] + libraries).flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * Int32($0))) }
    }
  }

  /// What was sent; nothing is forbidden by what is not such terms.
  package init(_ bytes: [UInt8]) {
    let numbers: [Int32] = (0..<bytes.count / 4).map { index in
      let number: UInt32 = bytes[4 * index..<4 * index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      return Int32(bitPattern: number)
    }
    guard numbers.count >= 2 else {
      self.init()
      return
    }
    self.init(list: numbers[0], libraries: Array(numbers[2...]), closesFiles: numbers[1] != 0)
  }
}

/// The host's watch over calls of the kit, where there is one.
enum CallWatch {
  private typealias Begin = @convention(c) (Int32, UnsafePointer<Int32>?, Int) -> UnsafePointer<CChar>?
  private typealias Here = @convention(c) (@convention(c) (UnsafePointer<CChar>) -> Void) -> Void

  private typealias Apart = @convention(c) () -> Int32

  private static func function<Function>(_ name: String) -> Function? {
    dlsym(nil, name).map { unsafeBitCast($0, to: Function.self) }
  }

  /// Forbids what a check's list forbids, until the next check.
  ///
  /// - Returns: what of it the values that the task reads were made with.
  static func begin(_ terms: CheckTerms) -> String? {
    guard let begin: Begin = function("gimbal_watch") else { return nil }
    return terms.libraries.withUnsafeBufferPointer { begin(terms.list, $0.baseAddress, $0.count) }
      .map { String(cString: $0) }
  }

  /// What a call does to processes reaches only its own, and that ends with the one that waits for it.
  static func keepApart() {
    let isolate: Apart? = function("gimbal_keep_apart")
    _ = isolate?()
  }

  /// Has this process say what it reaches.
  static func tellHere(_ hook: @convention(c) (UnsafePointer<CChar>) -> Void) {
    guard let here: Here = function("gimbal_watch_here") else { return }
    here(hook)
  }
}

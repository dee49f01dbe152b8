import Foundation

/// A picture's file, as far as its bytes say whether a reader will see it.
enum PictureFile {
  /// Kinds of pictures, by the endings of their names.
  private enum Kind: String {
    case png = "PNG"
    case jpeg = "JPEG"
    case gif = "GIF"
    case webp = "WebP"
    case svg = "SVG"
    // No browser shows these everywhere.
    case heic = "HEIC"
    case tiff = "TIFF"
    case pdf = "PDF"

    static let shown: Set<Kind> = [.png, .jpeg, .gif, .webp, .svg]

    init?(ending: String) {
      switch ending.lowercased() {
      case "jpg", "jpe", "jfif": self = .jpeg
      case "heif": self = .heic
      case "tif": self = .tiff
      default:
        guard let kind = Kind(rawValue: ending == "webp" ? "WebP" : ending.uppercased()) else { return nil }
        self = kind
      }
    }

    /// The kind of which the signature is at the beginning; nil for none of them.
    init?(bytes: Data) {
      func begins(_ signature: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: signature) }
      if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
        self = .png
      } else if begins([0xFF, 0xD8, 0xFF]) {
        self = .jpeg
      } else if begins(Array("GIF8".utf8)) {
        self = .gif
      } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
        self = .webp
      } else if begins(Array("%PDF-".utf8)) {
        self = .pdf
      } else if begins(Array("II*\0".utf8)) || begins(Array("MM\0*".utf8)) {
        self = .tiff
      } else if begins(Array("ftyp".utf8), at: 4), begins(Array("hei".utf8), at: 8) || begins(Array("mif1".utf8), at: 8)
      {
        self = .heic
      } else if bytes.prefix(4096).range(of: Data("<svg".utf8)) != nil {
        self = .svg
      } else {
        return nil
      }
    }

    /// Whether the end is there: of a file that was cut off, pages show a part, and documents nothing.
    func isComplete(_ bytes: Data) -> Bool {
      func ends(with mark: [UInt8], within count: Int) -> Bool { bytes.suffix(count).range(of: Data(mark)) != nil }
      return switch self {
      // Editors and cameras append to some.
      case .png: ends(with: Array("IEND".utf8), within: bytes.count)
      case .jpeg: PictureFile.isCompleteJPEG(bytes)
      case .gif: ends(with: [0x3B], within: 64)
      case .svg: ends(with: Array("</svg".utf8), within: bytes.count) || ends(with: Array("/>".utf8), within: 64)
      case .webp:
        bytes.count >= 8 + bytes.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      case .heic, .tiff, .pdf: true
      }
    }
  }

  /// Whether the end of the picture itself is there: cameras put a small picture, with its own end, before it.
  private static func isCompleteJPEG(_ bytes: Data) -> Bool {
    var place = bytes.startIndex + 2
    while let mark = bytes[min(place, bytes.endIndex)...].firstIndex(of: 0xFF), mark + 1 < bytes.endIndex {
      place = mark + 1
      switch bytes[place] {
      case 0xD9: return true
      // In the picture's data 0xFF is followed by 0 or the number of a restart; marks may be filled up with more of it.
      case 0, 0xFF, 0xD0...0xD7: continue
      default:
        guard place + 2 < bytes.endIndex else { return false }
        place += 1 + max(2, Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]))
      }
    }
    return false
  }

  /// Whether a file begins as a picture does. O(1).
  static func isBegun(_ bytes: Data) -> Bool { Kind(bytes: bytes) != nil }

  /// Why a reader will not see the picture, and what to do; nil if nothing is known against it. Films and sounds are not looked at.
  ///
  /// - Parameter read: The contents of the file at a path; nil where it cannot be read.
  /// - Complexity: O(length of the file).
  static func doubt(at path: String, _ read: (_ path: String) -> Data?) -> String? {
    let ending = String(path[(path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.endIndex)...])
    let films: Set = ["mp4", "m4v", "webm", "mov", "ogv", "mp3", "m4a", "wav", "ogg", "oga", "opus", "flac"]
    guard !films.contains(ending.lowercased()) else { return nil }
    guard let bytes = read(path) else { return "cannot be read; is it a folder, or another user's?" }
    guard !bytes.isEmpty else { return "is an empty file; copy it again" }
    let meant = Kind(ending: ending)
    guard let kind = Kind(bytes: bytes) else {
      return meant.map { "does not begin as a \($0.rawValue) file does, so nobody will see it; export it again" }
        ?? "is not a picture: a page can show PNG, JPEG, GIF, WebP and SVG"
    }
    guard Kind.shown.contains(kind) else {
      return "is a \(kind.rawValue) file, which pages cannot show; export it as PNG, JPEG or SVG"
    }
    guard kind == meant else {
      return
        "is a \(kind.rawValue) file, whatever its name ends in; rename it to end in .\(kind == .jpeg ? "jpg" : kind.rawValue.lowercased())"
    }
    return kind.isComplete(bytes) ? nil : "is cut off: its end is missing; copy it again"
  }
}

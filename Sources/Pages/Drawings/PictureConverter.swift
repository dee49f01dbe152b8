import Caches
import EmbeddedFiles
import Files
import Foundation
import Processes
import Toolchains

/// Makes a PDF or PNG of a picture that a cell gives as SVG, through Typst: for formats that know no SVG. For an
/// animation it is the first frame.
struct PictureConverter {
  let store: Store
  var interrupt: Interrupt?

  /// The picture in this format; nil where the tools are missing or cannot read it. The first time costs half a second.
  ///
  /// - Throws: `FigureFailure` when a stop was asked for.
  func convert(_ svg: String, to format: String) throws -> Data? {
    let key = ContentHash(["picture 2", format, svg])
    let name = "picture.\(format)"
    if let kept = store.entry(.drawing, key)?.files[name] { return kept }
    let pythons = ToolFolders.path().split(separator: ":").compactMap { Program.find("python3", path: String($0)) }
    let made: Data?? = try? store.withScratch { folder in
      try Data(svg.utf8).write(to: URL(fileURLWithPath: "\(folder)/picture.svg"))
      for python in pythons {
        let run = try? Subprocess.run(
          python, ["-c", Self.program, folder, name], folder: folder, interrupt: interrupt)
        if run?.status == 0 { return FileManager.default.contents(atPath: "\(folder)/\(name)") }
      }
      return nil
    }
    if interrupt?.isRequested == true { throw FigureFailure(message: "the picture was stopped", wasStopped: true) }
    guard let made, let made else { return nil }
    store.keep(.drawing, key, [name: made])
    return made
  }

  private static let program = EmbeddedFile.text("Drawings/picture.py")
}

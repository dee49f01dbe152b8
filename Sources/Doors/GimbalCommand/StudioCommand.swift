import ArgumentParser
import Caches
import Files
import Foundation
import LocalServer
import Studio
import Toolchains

/// `gimbal studio`.
struct StudioCommand: AsyncParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Draw letters, wave a phone, record, and edit notebooks, in the browser.",
    discussion: """
      Opens one page on this machine only: the folder's notebooks next to their live reports, letters drawn and learned,
      a phone's path as a ribbon, recordings, and rotations to play with. Recordings go to traces/ in the folder, letters
      to letters/.

      With --phone a phone on the same network is the sensor: the page shows a code to scan. Without one there is a
      virtual phone that the mouse moves, and --replay plays a recording as if a phone sent it.

      Ctrl-C ends the studio.

      EXAMPLES
        gimbal studio
        gimbal studio notebooks --phone
        gimbal studio --replay notebooks/traces/waving.csv
      """.flowing)

  @Argument(help: "The folder of the notebooks.", completion: .directory)
  var folder = "."

  @Flag(help: "Let a phone on the local network send its motion, over TLS.")
  var phone = false

  @Option(help: ArgumentHelp("Play a recording as if a phone sent it.", valueName: "file"), completion: .file())
  var replay: String?

  @Option(help: "The port to listen on; one that belongs to the folder when left out.")
  var port: UInt16?

  @Flag(
    help:
      "Take connections from outside this container, for a port that is forwarded to your machine. The address stays secret, but is not encrypted on its way."
  )
  var forwarded = false

  @Option(help: "The port for phones; one that belongs to the folder when left out.")
  var phonePort: UInt16?

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser.")
  var open = true

  @Flag(help: .hidden)
  var phoneOnLoopback = false

  @OptionGroup var caching: CacheOption

  func run() async throws {
    do {
      var configuration = StudioServer.Configuration(folder: folder)
      configuration.port = port ?? Self.port(of: folder)
      if phone || phonePort != nil || phoneOnLoopback {
        configuration.phonePort = phonePort ?? Self.port(of: folder, from: 30_000)
      }
      configuration.isPhoneLocal = phoneOnLoopback
      configuration.isForwarded = forwarded
      (configuration.replay, configuration.cacheFolder) = (replay, caching.folder)
      configuration.help = (try? Toolchain.find(store: Store(caching.folder)))?.sourceKit.map {
        [LibraryLocation.currentProgram, "kernel", "assist", $0]
      }
      let studio = try StudioServer(configuration)
      let (opens, isForwarded, door) = (open, forwarded, PageDoor())
      door.endOnControlC { studio.close() }
      try await studio.run { door.show("The studio is", at: $0, opens: opens, isForwarded: isForwarded) }
    } catch {
      throw Terminal.said(error)
    }
  }

  /// A port that is the same for a folder each time, so that what a browser keeps for the page is found again, and what a phone has not
  /// sent yet; a free one when another program has it.
  static func port(of folder: String, from start: UInt64 = 20_000) -> UInt16 {
    let path = URL(fileURLWithPath: folder).standardizedFileURL.path
    let port = UInt16(start + ContentHash(Data(path.utf8)).low % 10_000)
    return ListeningSocket.isFree(port) ? port : 0
  }
}

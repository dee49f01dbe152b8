import ArgumentParser
import Foundation
import NotebookDocument
import Studio
import Surroundings

/// `gimbal studio`.
struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Draw letters, wave a phone, record, and edit notebooks, in the browser.",
    discussion: """
      Opens one page on this machine only: the folder's notebooks beside their live reports, letters drawn and learned,
      a phone's path as a ribbon, recordings, and rotations to play with. Recordings go to traces/ in the folder, letters
      to letters/.

      With --phone a phone on the same network is the sensor: the page shows a code to scan. Without one there is a
      virtual phone that the mouse moves, and --replay plays a recording as if a phone sent it.

      Ctrl-C ends the studio.

      EXAMPLES
        gimbal studio
        gimbal studio notebooks --phone
        gimbal studio --replay notebooks/traces/waving.csv
      """)

  @Argument(help: "The folder of the notebooks.")
  var folder = "."

  @Flag(help: "Let a phone on the local network send its motion, over TLS.")
  var phone = false

  @Option(help: ArgumentHelp("Play a recording as if a phone sent it.", valueName: "file"))
  var replay: String?

  @Option(help: "The port to listen on; one that belongs to the folder when left out.")
  var port: UInt16?

  @Option(help: "The port for phones; a free one when left out.")
  var phonePort: UInt16?

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser.")
  var open = true

  @Flag(help: .hidden)
  var phoneOnLoopback = false

  @Option(help: ArgumentHelp("The folder for compiled cells.", valueName: "folder"))
  var cache: String?

  func run() async throws {
    do {
      var configuration = StudioServer.Configuration(folder: folder)
      configuration.port = port ?? Self.port(of: folder)
      if phone || phonePort != nil || phoneOnLoopback { configuration.phonePort = phonePort ?? 0 }
      configuration.isPhoneLocal = phoneOnLoopback
      (configuration.replay, configuration.cacheFolder) = (replay, cache)
      configuration.help = (try? Toolchain.find(store: Store(cache)))?.sourceKit.map {
        [LibraryLocation.currentProgram, "kernel", "assist", $0]
      }
      let studio = try StudioServer(configuration)
      let (opens, door) = (open, PageDoor())
      endOnControlC(studio, door)
      try await studio.run { address in
        print("The studio is at \(address)\nCtrl-C ends it.")
        fflush(nil)
        if opens { door.open(address) }
      }
    } catch let error as ExitCode {
      throw error
    } catch {
      Terminal.complain("\(error)\n")
      throw ExitCode(2)
    }
  }

  /// A port that is the same for a folder each time, so that what the browser keeps for the page is found again; a free one
  /// when another program has it.
  private static func port(of folder: String) -> UInt16 {
    let path = URL(fileURLWithPath: folder).standardizedFileURL.path
    let port = UInt16(20_000 + ContentHash(Data(path.utf8)).low % 10_000)
    return isFree(port) ? port : 0
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}

/// Lets Ctrl-C and a wish to end from elsewhere end the studio with everything that it has started.
private func endOnControlC(_ studio: StudioServer, _ door: PageDoor) {
  let interrupt = Interrupts.catchControlC()
  Thread.detachNewThread {
    var waiting = pollfd(fd: interrupt.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, -1) < 0 {}
    door.close()
    studio.close()
    // What cells have started does not end with the process in which they ran.
    for process in ProcessTree.descendants(of: getpid()) { kill(process, SIGKILL) }
    exit(130)
  }
}

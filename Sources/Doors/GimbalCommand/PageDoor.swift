import Foundation
import Processes
import Synchronization

import enum Basics.OwnThread

/// Opens the person's browser, where there is a screen, at an address that holds a secret.
///
/// Everyone on the machine sees the arguments of a program, so the address is not there: the browser is given a
/// page that leads on, in a folder that only this person can read, for as long as opening takes.
final class PageDoor: Sendable {
  /// Seconds after which the page that leads on is taken away. More helps a browser that starts slowly.
  private static let lifetime = 60.0

  private let folder = Mutex<String?>(nil)

  /// Says where the page is, and opens it where that is wished for.
  ///
  /// - Parameter isForwarded: whether the page is read outside the container in which this program runs. The program that
  ///   `BROWSER` names, as an editor sets it that has its window elsewhere, is given the address itself: nobody else uses a
  ///   container, and a file of it could not be read outside.
  func show(_ what: String, at address: String, opens: Bool, isForwarded: Bool = false) {
    print("\(what) at \(address)\nCtrl-C ends it.")
    fflush(nil)
    guard opens else { return }
    if isForwarded, let browser = ProcessInfo.processInfo.environment["BROWSER"], !browser.isEmpty {
      start(browser, address)
    } else {
      open(address)
    }
  }

  /// Lets Ctrl-C and a wish to end from elsewhere end the program with everything that it has started.
  func endOnControlC(_ end: @escaping @Sendable () -> Void) {
    let interrupt = EndSignals.caught()
    _ = OwnThread.start { [self] in
      var waiting = pollfd(fd: interrupt.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, -1) < 0 {}
      close()
      end()
      // What cells have started does not end with the process in which they ran.
      ProcessTree.endChildren()
      exit(EndSignals.status)
    }
  }

  /// Opens the address; nothing happens where there is no screen or no `xdg-open`.
  private func open(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
      let program = (environment["PATH"] ?? "").split(separator: ":").lazy.map({ "\($0)/xdg-open" })
        .first(where: FileManager.default.isExecutableFile),
      let page = write(address)
    else { return }
    start(program, page)
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.lifetime) { [self] in close() }
  }

  /// Starts a program in its own session: Ctrl-C ends the preview, not the browser.
  private func start(_ program: String, _ argument: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "setsid \"$0\" \"$1\" </dev/null >/dev/null 2>&1 &", program, argument]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try? process.run()
  }

  /// Takes the page away.
  func close() {
    guard let folder = folder.withLock({ $0 }) else { return }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A page that leads on to the address, in a folder of mode 0700; its path.
  private func write(_ address: String) -> String? {
    let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 }
    for parent in [runtime, NSTemporaryDirectory()].compactMap({ $0 }) {
      var template = Array("\(parent)/gimbal-preview-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { continue }
      let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      self.folder.withLock { $0 = folder }
      let page = "\(folder)/preview.html"
      let html =
        "<!DOCTYPE html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
        + "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\"><title>Preview</title>"
      let isWritten = FileManager.default.createFile(
        atPath: page, contents: Data(html.utf8), attributes: [.posixPermissions: 0o600])
      if isWritten { return page }
    }
    return nil
  }
}

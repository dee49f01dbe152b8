import CHostLink
import Caches
import CellCompiler
import CellKernel
import CodeHelp
import Display
import Drawings
import Foundation
import NotebookDocument
import NotebookImport
import Processes
import Reports

import enum Basics.OwnThread

/// Runs the cells that a front end sends, one after another, on its own thread.
final class Executor: @unchecked Sendable {
  private let settings: KernelServer.Settings
  private let outbox: Outbox
  private let publisher: Publisher
  private let store: HistoryStore
  private let condition = NSCondition()
  private var queue: [Message] = []
  /// The request that is being carried out, and since when.
  private var current: (request: Message, interrupt: Interrupt, since: ContinuousClock.Instant)?
  private var isOver = false
  private var known: Assistance?
  private var comments = VariableComments()

  // What follows belongs to the thread.
  private var history: Result<History, any Error>?
  private var drawer: FigureDrawer?
  private var places = CellPlaces()
  private var count = 0
  /// Whether what the last cell prints is shown.
  private var showsText = true
  private var expected: ExpectedCells
  private var sentParameters = SentParameters()
  private var exercises = SentExercises()
  private let input: InputRequests
  /// Help with names, for `name?`.
  var inspect: (String) -> [String: JSON]? = { _ in nil }
  /// Called once a front end has run a cell that can answer questions: there is a person who may want help.
  var onPerson: () -> Void = {}

  init(_ settings: KernelServer.Settings, _ outbox: Outbox, _ store: HistoryStore, _ input: InputRequests) {
    (self.settings, self.outbox, self.store, self.input) = (settings, outbox, store, input)
    publisher = Publisher(outbox)
    expected = ExpectedCells(
      paths: settings.notebookPaths, folder: settings.notebook == nil ? settings.folder : nil)
    sentParameters.declare(settings.notebook?.parameters ?? [])
  }

  /// Starts the thread. Cells' processes end with it.
  func start() {
    if !OwnThread.start(stackSize: 16 << 20, { [self] in work() }) { condition.withLock { hasEnded = true } }
  }

  // MARK: From other threads

  /// Has a request carried out behind those that wait.
  func add(_ request: Message) {
    condition.withLock {
      queue.append(request)
      condition.broadcast()
    }
  }

  /// Stops the cell that is running.
  func interrupt() { condition.withLock { current?.interrupt.request() } }

  /// Stops everything and waits until the processes are gone.
  func stop() {
    condition.lock()
    isOver = true
    queue = []
    current?.interrupt.request()
    condition.broadcast()
    let limit = Date(timeIntervalSinceNow: 5)
    while !hasEnded, condition.wait(until: limit) {}
    condition.unlock()
  }
  private var hasEnded = false

  /// Waits for what was sent before: until nothing runs, or what runs has been at it for a second.
  func settle() {
    condition.withLock {
      while !isOver, current != nil || !queue.isEmpty {
        if let since = current?.since, ContinuousClock.now - since > .seconds(1) { return }
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05))
      }
    }
  }

  /// What names mean behind the last cell that has run; nil before the first.
  var assistance: Assistance? { condition.withLock { known } }

  /// The number of the last cell.
  var executionCount: Int { condition.withLock { count } }

  /// Where cells run.
  var folder: String { settings.folder }

  /// What a cell says above a variable that it defines.
  func comment(on variable: String) -> String { condition.withLock { comments[variable] } }

  /// Answers a request next to the one that is carried out.
  func answer(_ request: Message, _ content: JSON, on channel: ConnectionFile.Channel = .shell) {
    beside(request) {
      outbox.reply(request.type.replacing("_request", with: "_reply"), content, to: request, on: channel)
    }
  }

  /// Answers a request while another one is being executed, and then reports the running cell as busy again: front
  /// ends apply each status “idle” to the whole kernel.
  func beside(_ request: Message, _ body: () -> Void = {}) {
    outbox.publishStatus("busy", about: request)
    body()
    outbox.publishStatus("idle", about: request)
    condition.withLock { if let request = current?.request { outbox.publishStatus("busy", about: request) } }
  }

  // MARK: The thread

  private func work() {
    history = Result {
      var configuration = try SessionConfiguration(cacheFolder: settings.cacheFolder)
      configuration.memoryLimit = settings.memoryLimit
      drawer = FigureDrawer(store: Store(settings.cacheFolder))
      return try History(configuration, folder: settings.folder, parameters: settings.notebook?.parameters ?? [])
    }
    noteAssistance()
    while let request = next() {
      let interrupt = condition.withLock { current!.interrupt }
      let refused = carryOut(request, interrupt)
      condition.withLock {
        outbox.publishStatus("idle", about: request)
        current = nil
        condition.broadcast()
      }
      // What was sent behind a cell that has failed: without a number, since it has not run.
      for request in refused { answer(request, ["status": "aborted"]) }
    }
    publisher.stop()
    history = nil
    condition.withLock {
      hasEnded = true
      condition.broadcast()
    }
  }

  private func next() -> Message? {
    while true {
      let mayComeLate = publishLateText()
      let (hasToEnd, request) = condition.withLock { () -> (Bool, Message?) in
        if queue.isEmpty, !isOver {
          if mayComeLate {
            _ = condition.wait(until: Date(timeIntervalSinceNow: Self.latePace))
          } else {
            condition.wait()
          }
        }
        guard !isOver, !queue.isEmpty else { return (isOver, nil) }
        let request = queue.removeFirst()
        current = (request, Interrupt(), .now)
        outbox.publishStatus("busy", about: request)
        return (false, request)
      }
      if hasToEnd || request != nil { return request }
    }
  }

  /// Seconds between two looks at what threads of earlier cells print.
  private static let latePace = 0.05

  /// Publishes what threads have printed since the last cell ended, as that cell's.
  ///
  /// - Returns: whether more may come.
  private func publishLateText() -> Bool {
    guard case .success(let history)? = history, let texts = history.lateText() else { return false }
    for (kind, text) in texts where showsText { publisher.add(kind, kind == .error ? places.translate(text) : text) }
    return true
  }

  private func noteAssistance(after code: String = "") {
    guard case .success(let history)? = history else { return }
    let assistance = history.assistance
    condition.withLock {
      known = assistance
      comments.note(code)
    }
  }

  /// Takes out what was sent before anybody could know that a cell has failed.
  private func takeQueue() -> [Message] {
    condition.withLock {
      defer { queue.removeAll(where: \.runsCell) }
      return queue.filter(\.runsCell)
    }
  }

  /// What will probably be sent next, or was already: its code can be compiled meanwhile.
  private var foreseen: [(code: String, options: CodeUnit.Options)] {
    let waiting = condition.withLock {
      queue.prefix(ExpectedCells.most).filter(\.runsCell).map { ExecuteRequest($0.content) }
    }
    let codes = waiting.isEmpty ? expected.next : waiting.filter { !$0.isSilent }.map(\.code)
    var cells: [(code: String, options: CodeUnit.Options)] = []
    for code in codes where !isNoCode(code) {
      // What is behind a cell that will be refused is not reached.
      guard let cell = try? CellCode(code, name: "") else { break }
      // Whether the cells of an exercise run is seen when they are sent.
      guard cell.options.role == .plain else { break }
      if cell.options.eval { cells.append((cell.code, cell.unitOptions)) }
    }
    return cells
  }

  /// Whether there is nothing to be compiled and run.
  private func isNoCode(_ code: String) -> Bool {
    code.allSatisfy(\.isWhitespace) || ForeignBlock.begins(code) || HelpQuery.name(in: code) != nil
      || VariableQuery.asks(code)
      || onlyShows(code)
  }

  /// Whether a notebook that may be meant only shows this code.
  private func onlyShows(_ code: String) -> Bool {
    settings.notebook?.onlyShows(code) ?? expected.onlyShows(code)
  }

  /// Takes a cell that was sent, and what is known by it of the notebook.
  private func note(_ code: String) {
    guard TaggedParameters(injected: code) == nil else { return declareParameters() }
    expected.note(code)
    declareParameters()
  }

  /// Has cells know the parameters of the notebook that they come from, once it is known.
  private func declareParameters() {
    guard case .success(let history)? = history, history.declare(expected.parameters) else { return }
    sentParameters.declare(expected.parameters)
  }

  /// Runs a cell and answers.
  ///
  /// - Returns: requests behind it that are not to be carried out.
  private func carryOut(_ request: Message, _ interrupt: Interrupt) -> [Message] {
    if !request.runsCell {
      let variables = Result<_, any Error> { try history!.get().variables(interrupt: interrupt) }
      outbox.reply("debug_reply", Self.inspection(request.content, variables), to: request, on: .control)
      return []
    }
    let wish = ExecuteRequest(request.content)
    if wish.stores { condition.withLock { count += 1 } }
    if !wish.isSilent {
      outbox.publish(
        "execute_input", ["code": .text(wish.code), "execution_count": .integer(count)], about: request)
    }
    if wish.stores { store.note(line: count, input: wish.code) }
    var reply: [String: JSON] = ["status": "ok", "execution_count": .integer(count), "payload": []]
    let failure = run(wish, request, interrupt, &reply)
    if let failure {
      reply["status"] = "error"
      reply.merge(failure) { $1 }
      reply["user_expressions"] = [:]
    } else {
      reply["user_expressions"] = values(of: wish.expressions, interrupt)
    }
    let refused = failure != nil && wish.stopsOnError ? takeQueue() : []
    outbox.reply("execute_reply", .object(reply), to: request, on: .shell)
    if wish.mayAsk { onPerson() }
    return refused
  }

  /// Runs a cell; the members of an error when it fails.
  private func run(
    _ wish: ExecuteRequest, _ request: Message, _ interrupt: Interrupt, _ reply: inout [String: JSON]
  ) -> [String: JSON]? {
    func fail(_ name: String, _ message: String, _ lines: [String]) -> [String: JSON] {
      let error = JSON.error(name, message, lines)
      if !wish.isSilent { outbox.publish("error", .object(error), about: request) }
      return error
    }
    if let name = HelpQuery.name(in: wish.code) {
      let data = inspect(name) ?? ["text/plain": "nothing is known of “\(name)”"]
      reply["payload"] = [["source": "page", "data": .object(data), "start": 0]]
      return nil
    }
    if VariableQuery.asks(wish.code) {
      do {
        let list = Self.list(try history!.get().variables(interrupt: interrupt))
        if !wish.isSilent { outbox.publish("display_data", list, about: request) }
        return nil
      } catch {
        return fail("Variables", "\(error)", ["\(error)"])
      }
    }
    note(wish.code)
    if isNoCode(wish.code) {
      if let words = ForeignBlock.remedy(for: wish.code), !onlyShows(wish.code), !wish.isSilent {
        outbox.publish("stream", ["name": "stderr", "text": .text(words + "\n")], about: request)
      }
      return nil
    }
    let cell: CellCode
    do {
      let code = try sentParameters.code(giving: wish.code) ?? wish.code
      cell = try CellCode(code, name: "Cell In[\(count)]")
    } catch {
      return fail("OptionError", "\(error)", ["\(error)"])
    }
    guard cell.options.eval else { return nil }
    if let words = exercises.words(inPlaceOf: cell) {
      if !wish.isSilent {
        let data: JSON = ["text/plain": .text(words), "text/markdown": .text(words)]
        outbox.publish("display_data", ["data": data, "metadata": [:]], about: request)
      }
      return nil
    }
    do {
      let history = try history!.get()
      try buildPackages(for: history, request, interrupt)
      let result = try run(cell, wish, request, interrupt, history)
      tell(result.disturbances)
      publisher.flush(isLast: true)
      guard case .failed(let failure) = result.outcome.status else {
        sentParameters.note(cell.code)
        exercises.note(cell)
        noteAssistance(after: cell.code)
        return nil
      }
      let isWanted = failure.isMeant(by: cell.options)
      let kept = isWanted ? [] : try keepDefinitions(of: cell.code, after: failure, history, interrupt)
      let lines = places.traceback(failure, in: count, stayed: Self.stayed(imports: result.keptImports, names: kept))
      let error = fail(failure.name, failure.message, lines)
      return isWanted ? nil : error
    } catch {
      publisher.flush(isLast: true)
      return fail("Gimbal", "\(error)", "\(error)".components(separatedBy: "\n"))
    }
  }

  /// Has the packages built that the notebook asks for, before its first cell. A stop ends the cell that would run, too.
  private func buildPackages(for history: History, _ request: Message, _ interrupt: Interrupt) throws {
    guard let file = settings.notebook ?? expected.askingForPackages, !file.packages.isEmpty else { return }
    do {
      try history.use(file.packages, in: Notebook.folder(of: file.path), interrupt: interrupt) { [outbox] names in
        let words = "building \(names.joined(separator: ", "))\n"
        outbox.publish("stream", ["name": "stderr", "text": .text(words)], about: request)
      }
    } catch let error as any PlacedError {
      throw error.inFile(file.path)
    } catch is Interrupted {}
  }

  /// What stays of a cell that failed.
  private static func stayed(imports: [String] = [], names: [String] = []) -> String {
    let parts = [
      imports.isEmpty ? nil : "its imports",
      names.isEmpty ? nil : "what it defines for the first time (\(names.joined(separator: ", ")))",
    ].compactMap { $0 }
    return parts.isEmpty
      ? "This cell leaves nothing behind: the next one finds everything as it was before."
      : "This cell leaves only \(parts.joined(separator: " and ")) behind: the next one finds everything else as it was before."
  }

  /// Keeps the functions and types that a cell defines which has trapped or thrown, as far as they are new and are
  /// without the rest of it.
  ///
  /// - Returns: their names.
  private func keepDefinitions(
    of code: String, after failure: Failure<UnitPosition>, _ history: History, _ interrupt: Interrupt
  ) throws -> [String] {
    switch failure {
    case .crashed, .threw: break
    default: return []
    }
    let new = NewDefinitions(of: code, isKnown: history.assistance.scope.defines)
    guard !new.names.isEmpty else { return [] }
    places.note(history.fileName(of: new.code, options: CodeUnit.Options()), count: count, code: code)
    guard case .done = try history.run(new.code, interrupt: interrupt).outcome.status else { return [] }
    noteAssistance(after: new.code)
    return new.names
  }

  private func run(
    _ cell: CellCode, _ wish: ExecuteRequest, _ request: Message, _ interrupt: Interrupt, _ history: History
  ) throws -> History.Result {
    var drawer = drawer!
    drawer.interrupt = interrupt
    let dressing = Dressing(drawer: drawer, options: cell.options, label: cell.options.label ?? "cell-\(count)")
    publisher.begin(
      .init(request: request, count: count, isSilent: wish.isSilent, dressing: dressing, interrupt: interrupt))
    let file = history.fileName(of: cell.code, options: cell.unitOptions)
    places.note(file, count: count, code: cell.code)
    let keyboard = input.begin(request, mayAsk: wish.mayAsk)
    defer { input.end() }
    var words = LastWordsFilter()
    showsText = cell.shows
    let onEvent = { [self] (event: KernelEvent) in
      switch event {
      case .text(.output, let text):
        if cell.shows { publisher.add(.output, text) }
      case .text(.error, let text):
        if let text = words.pass(text) { publisher.add(.error, places.translate(text)) }
      case .display(let bundle, let placing):
        if case .result = placing, wish.stores {
          store.note(line: count, output: bundle.contents[MediaType.plain] ?? "")
        }
        publisher.add(bundle, placing)
      case .inputRequested(let isHidden):
        publisher.flush(isLast: false)
        if !input.ask(isHidden: isHidden) {
          publisher.add(.error, "This front end does not answer questions: readLine() gives nil.\n")
        }
      }
    }
    let result = try history.run(
      cell.code, options: cell.unitOptions, interrupt: interrupt, input: keyboard, answers: { input.answers },
      foreseen: foreseen, onEvent: onEvent)
    for case .omitted(let omission) in result.outcome.outputs {
      // More text is published than is kept.
      publisher.leaveOut(Omission(displays: omission.displays, records: omission.records))
    }
    let rest = words.rest(result.outcome.status)
    if !rest.isEmpty { publisher.add(.error, places.translate(rest)) }
    for warning in result.outcome.warnings {
      let place = warning.position.flatMap(places.words).map { "\($0): " } ?? ""
      publisher.add(.error, "\(place)warning: \(warning.message)\n")
    }
    return result
  }

  /// Says what of the cells above is not as it was.
  private func tell(_ disturbances: [ProgramSession.Disturbance]) {
    for disturbance in disturbances {
      let words =
        switch disturbance {
        case .allRanAgain:
          "The processes of this session had ended: the cells above have run again, without showing what they gave."
        case .gaveSomethingElse(let index):
          "The state before this cell was made again; the cell that ran as number \(index + 1) gave something else than before."
        case .cannotPutBack(let what): "Files are not as the cells above left them: \(what)."
        }
      publisher.add(.error, words + "\n")
    }
  }

  /// The values of a request's expressions.
  private func values(of expressions: [String: String], _ interrupt: Interrupt) -> JSON {
    func failed(_ error: [String: JSON]) -> JSON { .object(error.merging(["status": "error"]) { $1 }) }
    return .object(
      expressions.mapValues { expression in
        do {
          let result = try history!.get().evaluate(expression, timeout: 60, interrupt: interrupt)
          switch result.outcome.status {
          case .done:
            let value = result.outcome.value
            var data: [String: JSON] = ["text/plain": .text(value?.text ?? "")]
            if let markdown = value?.markdown { data["text/markdown"] = .text(markdown) }
            if let html = value?.html { data["text/html"] = .text(html) }
            return ["status": "ok", "data": .object(data), "metadata": [:]]
          case .failed(let failure):
            places.note(result.file, count: count, code: expression)
            let lines = places.traceback(failure, in: count, stayed: Self.stayed())
            return failed(JSON.error(failure.name, failure.message, lines))
          }
        } catch {
          return failed(JSON.error("Gimbal", "\(error)", ["\(error)"]))
        }
      })
  }
}

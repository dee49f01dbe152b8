internal import Basics
import Foundation
import Recordings
import Rotations
import Stabilization
import Statistics
import Traces

/// Which scheme is better on several recordings, by how much, and how sure that is.
///
///     let files = try RecordingFiles(matching: ["walks/*.csv"]).paths
///     let study = try Study(ofFiles: files, comparing: .course)
///     study.ranking.entries        // best first, with paired differences
///     study.sentences              // the answer in words
///
/// The unit of sampling is the recording, or a group of them: those of one person, say. Schemes with a parameter are tuned on the other
/// recordings, and scored on the one that is left out. A scheme that stands still takes part in every study with recorded truth: a
/// scheme that is no better than that is worth nothing.
///
/// Recordings are read one after the other on each processor, and forgotten: the memory that a study needs does not grow with their
/// number, apart from a few numbers for each.
public struct Study: Sendable {
  /// A recording that took part.
  public struct Recording: Hashable, Sendable {
    /// Its name or path.
    public let name: String
    /// Its name without the folders that all recordings share: what tables call it.
    public let title: String
    /// The group that it belongs to: a person, a device. Its own name where no groups are given.
    public let group: String
    /// s.
    public let duration: Double
    /// The share of the samples at which the true position is known; errors leave the others out.
    package let truthKnown: Double
  }

  /// What one contender gave.
  public struct Outcome: Sendable {
    /// Who.
    public let contender: Contender
    /// Its error in each recording, in the measure's unit: of a tuned one with what was best in the recordings of other groups. Infinite
    /// where it failed.
    public let errors: [Double]
    /// The label of the scheme that gave it, for each recording.
    public let chosen: [String]
    /// The place of that scheme among the contender's candidates.
    let choices: [Int]
    /// The error that tuning on the recording itself would have promised; equal to ``errors`` where nothing was chosen.
    public let promised: [Double]
    /// The median over the recordings of how much of the movement is left (``NullResult``); nil where that is unknown.
    public let kept: Double?
    /// The rest of the distance of a device that goes away and stays there, or, where the speed is ranked, of a steady
    /// speed: nil where the truth is recorded. A scheme that leaves less than half of it is right at the end of a
    /// movement whatever the device did.
    public let left: Double?
    /// The share of the recordings at whose end the device was in the 95 % region; 0.95 is right. nil for schemes without covariances, and where
    /// nobody knows where the device was.
    public let covered: Double?
    /// Whether the chosen value is the first or last one that was tried, in most recordings: the best may lie beyond.
    public let isAtEnd: Bool
    /// The error of each candidate in each recording.
    public let candidateErrors: [[Double]]
  }

  /// The recordings that took part.
  public let recordings: [Recording]
  /// Those that did not, and why.
  public let omitted: [Omission]
  /// The contenders' errors, in the order in which they were given; standing still first.
  public let outcomes: [Outcome]
  /// What was ranked.
  public let measure: Measure
  /// What was known of where the device was.
  public let truth: Truth
  /// The measure's title and unit.
  public let errorMeasure: ErrorMeasure
  /// The groups of recordings, each one unit of sampling.
  public let groups: [String]
  /// The contenders, best first, with differences, intervals and tests; without those that return by themselves
  /// (``Worthlessness/returns(left:)``), whose numbers are meaningless.
  public let ranking: Ranking
  /// The places in ``outcomes`` of those that are ranked.
  private let ranked: [Int]
  /// The errors when the scheme itself is chosen on other recordings, too, and its parameters with it: what to expect of the advice that this
  /// study gives. nil with fewer than three groups, or one scheme with one set of values next to standing still.
  public let nestedErrors: [Double]?
  /// Reads a recording again.
  let load: @Sendable (Int) throws -> Trace
  /// Where in the list of sources each recording is.
  let places: [Int]

  /// Compares schemes over recordings that are in memory.
  ///
  /// - Parameters:
  ///   - traces: The recordings.
  ///   - contenders: What is compared; the course's schemes unless given.
  ///   - truth: What is known of where the device was: nil takes true positions where recordings have them.
  ///   - measure: What is ranked; nil takes the RMS drift, of recordings longer than a minute the drift after ten seconds, of loops
  ///     the closing error as a share of the path's size.
  ///   - group: The group of a recording by its name, such as its person; nil: each recording is its own.
  ///   - threads: nil uses all processors; they are joined before the call returns.
  ///   - seed: Draws the resamples of the intervals.
  ///   - progress: Called on the calling thread with the number of recordings that are done.
  /// - Throws: ``StudyError`` and, for contenders that make no sense, `TraceError` and `SchemeError`.
  /// - Complexity: O(samples · candidates) over the threads, and O(contenders² · 2ⁿ) for the tests of n ≤ 20 groups.
  public init(
    of traces: [Trace], comparing contenders: [Contender] = .course, truth: Truth? = nil, by measure: Measure? = nil,
    group: ((String) -> String?)? = nil, threads: Int? = nil, seed: UInt64 = 1, progress: ((Int) -> Void)? = nil
  ) throws {
    try self.init(
      traces.map(\.name), contenders, truth, measure, group, threads, seed, progress, omitted: []
    ) { traces[$0] }
  }

  /// Compares schemes over recordings in files, which are read one after the other.
  ///
  /// - Parameters:
  ///   - paths: Recordings in any format that `Trace(contentsOf:)` reads. Those that cannot be read are left out and named.
  ///   - options: What reading does with defects.
  ///   - contenders: What is compared.
  ///   - truth: What is known of where the device was.
  ///   - measure: What is ranked.
  ///   - group: The group of a recording by its path.
  ///   - threads: nil uses all processors.
  ///   - seed: Draws the resamples of the intervals.
  ///   - progress: Called on the calling thread with the number of recordings that are done.
  /// - Throws: As ``init(of:comparing:truth:by:group:threads:seed:progress:)``.
  /// - Complexity: As there, and O(bytes).
  public init(
    ofFiles paths: [String], options: Trace.ReadingOptions = .init(), comparing contenders: [Contender] = .course,
    truth: Truth? = nil, by measure: Measure? = nil, group: ((String) -> String?)? = nil, threads: Int? = nil,
    seed: UInt64 = 1, progress: ((Int) -> Void)? = nil
  ) throws {
    var options = options
    // Recordings share the processors already.
    options.threads = 1
    try self.init(paths, contenders, truth, measure, group, threads, seed, progress, omitted: []) { [options] in
      try Trace(contentsOf: paths[$0], options: options)
    }
  }

  private init(
    _ names: [String], _ given: [Contender], _ truth: Truth?, _ measure: Measure?, _ group: ((String) -> String?)?,
    _ threads: Int?, _ seed: UInt64, _ progress: ((Int) -> Void)?, omitted: [Omission],
    load: @escaping @Sendable (Int) throws -> Trace
  ) throws {
    let known = truth ?? .recorded
    if let measure, !Self.fits(measure, known) {
      throw StudyError.unfitMeasure(measure.description(aligned: nil).title, known: known)
    }
    var contenders = Contender.distinct(given.filter { !$0.candidates.isEmpty })
    guard !contenders.isEmpty else { throw StudyError.noContender }
    contenders.removeAll { $0.name == StandingStill.name }
    // If nothing is known but the end, or that the device rested, standing still is right by definition.
    if known == .recorded { contenders.insert(.scheme(.still), at: 0) }
    for (index, contender) in contenders.enumerated()
    where contenders[..<index].contains(where: { $0.name == contender.name }) {
      throw StudyError.repeatedName(contender.name)
    }
    let schemes = contenders.flatMap(\.candidates)
    for scheme in schemes { try scheme.validate() }
    var groupNames: [String] = []
    if let group {
      let found = names.map(group)
      for (name, group) in zip(names, found) where group == nil {
        throw StudyError.noGroup(recording: name, known: zip(names, found).filter { $0.1 != nil }.map(\.0))
      }
      groupNames = found.compactMap { $0 }
    }

    var results = Parallel.map(names.count, threads: threads ?? Parallel.processors, progress: progress) {
      index -> Result<Numbers, any Error> in
      Result { try Self.numbers(of: load(index), under: schemes, knowing: known, by: measure) }
    }
    Self.leaveOutCopies(in: &results, called: names)
    var usable = results.enumerated().compactMap { index, result in (try? result.get()).map { (index, $0) } }
    // Most recordings decide by what all are ranked.
    let isLong = median(of: usable.map(\.1.duration)) > Self.longestWhole
    let asked: Measure =
      measure
      ?? (known == .recorded
        ? (isLong ? .drift(after: Self.windowLength) : .rmsDrift) : usable.first?.1.errors.keys.first ?? .rmsDrift)
    if measure == nil {
      let others = usable.filter { $0.1.errors[asked] == nil }.map(\.0)
      let again = Parallel.map(others.count, threads: threads ?? Parallel.processors) { place in
        Result { try Self.numbers(of: load(others[place]), under: schemes, knowing: known, by: asked) }
      }
      for (index, result) in zip(others, again) { results[index] = result }
      usable = results.enumerated().compactMap { index, result in (try? result.get()).map { (index, $0) } }
    }
    let failures = zip(names, results).compactMap { name, result -> Omission? in
      guard case .failure(let error) = result else { return nil }
      return Omission(name, error)
    }
    guard !usable.isEmpty else {
      let lackTruth = failures.count == names.count && results.allSatisfy(\.lacksTruth)
      throw truth == nil && lackTruth
        ? StudyError.unknowable(recordings: names.count)
        : StudyError.noRecording(reasons: Omission.phrases(failures))
    }
    let kept = usable.filter { $0.1.errors[asked] != nil }
    let others = usable.filter { $0.1.errors[asked] == nil }.map {
      Omission(
        names[$0.0], Unfit(words: "it has no \(asked.description(aligned: nil)), by which the others are ranked"))
    }
    guard !kept.isEmpty else { throw StudyError.noRecording(reasons: Omission.phrases(failures + others)) }
    self.omitted = omitted + failures + others
    let titles = Self.titles(of: names)
    recordings = kept.map { index, numbers in
      Recording(
        name: names[index], title: titles[index], group: groupNames.isEmpty ? names[index] : groupNames[index],
        duration: numbers.duration, truthKnown: numbers.truthKnown)
    }
    let turned = kept.lazy.compactMap(\.1.alignment).first { $0.heading == .aligned }
    errorMeasure = asked.description(aligned: turned ?? kept[0].1.alignment)
    (self.measure, self.truth, self.load, places) = (asked, known, load, kept.map(\.0))

    let errors = schemes.indices.map { scheme in kept.map { $0.1.errors[asked]?[scheme] ?? .infinity } }
    func shares(_ of: (Numbers) -> [Double]) -> [Double?] {
      schemes.indices.map { scheme in
        let known = kept.compactMap { of($0.1).isEmpty ? nil : of($0.1)[scheme] }.filter { !$0.isNaN }
        return known.isEmpty ? nil : median(of: known)
      }
    }
    let (movement, left) = (shares(\.kept), shares(\.left))
    func returns(_ scheme: Int) -> Bool { left[scheme].map { $0 < Self.leastLeft } ?? false }
    func isWorthless(_ scheme: Int) -> Bool {
      returns(scheme) || movement[scheme].map { $0 < NullBaseline.leastKept } ?? false
    }
    let groupOf = groupNames.isEmpty ? nil : recordings.map(\.group)
    let logarithms = errors.map { $0.map(Self.logarithm) }
    let held = HeldOut(logarithms, groups: groupOf)
    // What follows no movement is not chosen, unless there is nothing else.
    let sound = HeldOut(
      logarithms.indices.map { isWorthless($0) ? logarithms[$0].map { _ in .infinity } : logarithms[$0] },
      groups: groupOf)
    var first = 0
    let families = contenders.map { contender -> Range<Int> in
      defer { first += contender.candidates.count }
      return first..<(first + contender.candidates.count)
    }
    let all = Array(kept.indices)
    let found = zip(contenders, families).map { contender, family in
      // With one group there is nothing to choose on: tuning uses the recordings that it is scored on, and the
      // sentences warn of it.
      let worthy = family.filter { !isWorthless($0) }
      let eligible = worthy.isEmpty ? Array(family) : worthy
      let own = all.map { recording in
        eligible.min { errors[$0][recording] < errors[$1][recording] } ?? family.lowerBound
      }
      let choosing = worthy.isEmpty ? held : sound
      let chosen = family.count == 1 ? all.map { _ in family.lowerBound } : choosing.choices(among: family) ?? own
      let labels = DistinctLabels.of(contender.candidates)
      let ends = [family.lowerBound, family.upperBound - 1]
      return Outcome(
        contender: contender, errors: all.map { errors[chosen[$0]][$0] },
        chosen: chosen.map { labels[$0 - family.lowerBound] }, choices: chosen.map { $0 - family.lowerBound },
        promised: all.map { errors[own[$0]][$0] },
        kept: Self.middle(of: chosen.map { movement[$0] }), left: Self.middle(of: chosen.map { left[$0] }),
        covered: Self.mean(of: zip(kept, chosen).map { $0.1.covered.isEmpty ? .nan : $0.1.covered[$1] }),
        isAtEnd: family.count > 2 && 2 * chosen.count { ends.contains($0) } > chosen.count,
        candidateErrors: family.map { errors[$0] })
    }
    outcomes = found
    let groups = held.groupCount == all.count ? recordings.map(\.name) : Self.distinct(recordings.map(\.group))
    self.groups = groups
    let placesOfGroups = recordings.map { recording in
      groups.firstIndex(of: groupOf == nil ? recording.name : recording.group) ?? 0
    }
    let byGroup: ([Double]) -> [Double] =
      groupOf == nil
      ? { $0 }
      : { errors in
        groups.indices.map { group in
          Estimate(.geometricMean, of: all.filter { placesOfGroups[$0] == group }.map { errors[$0] }).value
        }
      }
    let honest = found.indices.filter { found[$0].left.map { $0 >= Self.leastLeft } ?? true }
    // If all return by themselves, they are compared with each other, and none wins.
    let ranked = honest.isEmpty ? Array(found.indices) : honest
    self.ranked = ranked
    ranking = Ranking(
      ranked.map { contenders[$0].name }, values: ranked.map { byGroup(found[$0].errors) }, units: groups,
      reference: ranked.firstIndex { contenders[$0].name == StandingStill.name }, seed: seed)
    let choices = ranked.filter { contenders[$0].name != StandingStill.name }.map { families[$0].count }.reduce(0, +)
    nestedErrors =
      choices < 2 ? nil : sound.nestedChoices(ranked.map { families[$0] })?.enumerated().map { errors[$1][$0] }
  }

  /// A recording that is given twice, perhaps under another name, is one recording.
  private static func leaveOutCopies(in results: inout [Result<Numbers, any Error>], called names: [String]) {
    var seen: [Int: String] = [:]
    for (index, result) in results.enumerated() {
      guard case .success(let numbers) = result else { continue }
      if let first = seen[numbers.fingerprint] {
        results[index] = .failure(Unfit(words: "it has the same samples as \(first), and a recording counts once"))
      } else {
        seen[numbers.fingerprint] = names[index]
      }
    }
  }

  /// Errors are weighed by their logarithms, as ratios are; those below a nanometre count as one.
  private static func logarithm(_ error: Double) -> Double { error.isFinite ? log(max(error, 1e-9)) : .infinity }

  /// Names without the folders that all share.
  private static func titles(of names: [String]) -> [String] {
    let parts = names.map { $0.split(separator: "/") }
    guard let first = parts.first else { return names }
    let shared = first.dropLast().indices.first { place in
      parts.contains { $0.count < place + 2 || $0[place] != first[place] }
    }
    return parts.map { $0.dropFirst(shared ?? max(0, first.count - 1)).joined(separator: "/") }
  }

  /// The median; nil where one is unknown.
  private static func middle(of shares: [Double?]) -> Double? {
    let known = shares.compactMap { $0 }
    return known.isEmpty || known.count < shares.count ? nil : median(of: known)
  }

  /// The mean of the numbers; nil without any.
  private static func mean(of numbers: [Double]) -> Double? {
    let known = numbers.filter { !$0.isNaN }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}

extension Result where Failure == any Error {
  /// Whether it failed because the recording says none of the truth.
  fileprivate var lacksTruth: Bool {
    guard case .failure(TraceError.missingQuantity("truePosition", _, _)) = self else { return false }
    return true
  }
}

extension Study {
  /// The outcome of an entry of ``ranking``.
  package func outcome(of entry: Ranking.Entry) -> Outcome { outcomes[ranked[entry.index]] }

  /// The contenders that are not ranked: they return by themselves.
  package var unranked: [Outcome] {
    outcomes.indices.filter { !ranked.contains($0) }.map { outcomes[$0] }
  }

  /// The outcome of one contender by its name.
  ///
  /// - Throws: ``StudyError/noSuchContender(_:known:suggestion:)``.
  public subscript(name: String) -> Outcome {
    get throws {
      if let outcome = outcomes.first(where: { $0.contender.name == name }) { return outcome }
      let known = outcomes.map(\.contender.name)
      throw StudyError.noSuchContender(name, known: known, suggestion: Spelling.nearest(to: name, among: known))
    }
  }

  /// The difference between two contenders by their names: the error of the first over that of the second.
  ///
  /// - Throws: ``StudyError/noSuchContender(_:known:suggestion:)``.
  public func difference(_ first: String, _ second: String) throws -> PairedDifference? {
    let (_, _) = (try self[first], try self[second])
    let places = [first, second].map { name in ranking.entries.firstIndex { $0.name == name } ?? 0 }
    return ranking.difference(places[0], places[1])
  }
}

/// How weights follow the gradient.
public enum Optimizer: Hashable, Codable, Sendable {
  /// Resilient propagation with weight backtracking, on all rows at once: only the signs of the gradient count, and every
  /// weight has its own step. What R's neuralnet uses (`rprop+`).
  case resilient(Resilient = Resilient())
  /// Adam, on shuffled batches.
  case adam(Adam = Adam())

  /// Source: M. Riedmiller, H. Braun, "A direct adaptive method for faster backpropagation learning: the RPROP algorithm",
  /// 1993, eq. 4–7.
  public struct Resilient: Hashable, Codable, Sendable {
    /// First step of every weight. Default 0.1. Larger values start faster and may overshoot.
    public var firstStep = 0.1
    /// Factor on the step while the slope keeps its sign. Default 1.2. Larger values speed up and overshoot more.
    public var growth = 1.2
    /// Factor on the step when the slope changes its sign. Default 0.5. Smaller values are more careful after a minimum.
    public var shrinkage = 0.5
    /// Smallest step. Default 1e-10.
    public var smallestStep = 1e-10
    /// Largest step. Default 1. Smaller values keep saturating nodes from being thrown far out.
    public var largestStep = 1.0
    /// The defaults.
    public init() {}
  }

  /// Source: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015, algorithm 1.
  public struct Adam: Hashable, Codable, Sendable {
    /// α: the step. Default 0.003. Larger values learn faster and, from some value on, not at all.
    public var rate = 0.003
    /// β₁: memory of the mean slope. Default 0.9.
    public var momentum = 0.9
    /// β₂: memory of the squared slope. Default 0.999.
    public var smoothing = 0.999
    /// ε: keeps the division finite. Default 1e-8.
    public var floor = 1e-8
    /// Rows in a batch. Default 32. Larger batches make fewer and steadier steps an epoch.
    public var batch = 32
    /// The defaults.
    public init() {}
  }

  func check() throws(NetworkError) {
    func positive(_ name: String, _ value: Double, below limit: Double = .infinity) throws(NetworkError) {
      guard value > 0, value.isFinite, value < limit else {
        throw .parameter(
          name: name, value: value, expected: limit.isFinite ? "above 0 and below \(limit)" : "a finite number above 0")
      }
    }
    switch self {
    case .resilient(let r):
      try positive("firstStep", r.firstStep)
      try positive("shrinkage", r.shrinkage, below: 1)
      try positive("smallestStep", r.smallestStep)
      try positive("largestStep", r.largestStep)
      guard r.growth >= 1, r.growth.isFinite else {
        throw .parameter(name: "growth", value: r.growth, expected: "1 or more")
      }
    case .adam(let a):
      try positive("rate", a.rate)
      try positive("momentum", a.momentum, below: 1)
      try positive("smoothing", a.smoothing, below: 1)
      try positive("floor", a.floor)
      try positive("batch", Double(a.batch))
    }
  }
}

/// One layer's memory of resilient propagation.
struct ResilientState {
  private var steps: [Double]
  private var slopes: [Double]
  private var moves: [Double]

  init(count: Int, _ options: Optimizer.Resilient) {
    steps = [Double](repeating: options.firstStep, count: count)
    slopes = [Double](repeating: 0, count: count)
    moves = slopes
  }

  mutating func update(_ weights: inout [Double], _ slope: [Double], _ options: Optimizer.Resilient) {
    for index in weights.indices {
      let agreement = slope[index] * slopes[index]
      if agreement < 0 {
        // The last step went over a minimum: take it back, and let the next one start afresh.
        steps[index] = max(steps[index] * options.shrinkage, options.smallestStep)
        weights[index] -= moves[index]
        slopes[index] = 0
        moves[index] = 0
      } else {
        if agreement > 0 { steps[index] = min(steps[index] * options.growth, options.largestStep) }
        moves[index] = slope[index] > 0 ? -steps[index] : slope[index] < 0 ? steps[index] : 0
        weights[index] += moves[index]
        slopes[index] = slope[index]
      }
    }
  }
}

/// One layer's memory of Adam.
struct AdamState {
  private var means: [Double]
  private var squares: [Double]

  init(count: Int) {
    means = [Double](repeating: 0, count: count)
    squares = means
  }

  /// `scale` is the step with both memories' start-up corrections in it.
  mutating func update(_ weights: inout [Double], _ slope: [Double], _ options: Optimizer.Adam, scale: Double) {
    for index in weights.indices {
      means[index] += (1 - options.momentum) * (slope[index] - means[index])
      squares[index] += (1 - options.smoothing) * (slope[index] * slope[index] - squares[index])
      weights[index] -= scale * means[index] / (squares[index].squareRoot() + options.floor)
    }
  }
}

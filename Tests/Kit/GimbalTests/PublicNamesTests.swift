import Foundation
import Gimbal
import Testing

/// The modules that a notebook imports with `Gimbal`, and what they share.
private let modules = [
  "Basics", "Calibration", "Display", "Evaluation", "Figures", "Fusion", "GestureFigures", "Gestures",
  "InertialFigures",
  "InertialNetworks", "Lessons", "Networks", "Posture", "Recordings", "Results", "Rotations", "Simulation",
  "Stabilization", "Statistics", "Traces",
]

/// What a program without the runner depends on.
private let science = [
  "Rotations", "Statistics", "Traces", "Calibration", "Recordings", "Stabilization", "Fusion", "Evaluation",
  "Simulation", "Gestures",
  "Networks",
  "InertialNetworks",
]

private let sources = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources").standardized

/// The lines of a module's files.
private func files(of module: String) -> [(path: String, lines: [String])] {
  let wings = ["Ground", "Kit", "Kit/Motion", "Kit/Learning", "Kit/Drawing", "Kit/Showing"]
  let folders = wings.map { sources.appendingPathComponent("\($0)/\(module)") }
  guard let folder = folders.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return [] }
  let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
  return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
    (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)).map {
      ("\(module)/\(name)", $0.components(separatedBy: "\n"))
    }
  }
}

@Suite("Public names")
struct PublicNamesTests {
  /// Every public type by its bare name, as a notebook writes it: a name that two modules share does not compile here.
  private static let types: [Any.Type] = [
    AbsoluteTrajectoryError.self, AccelerometerCalibration.self, Activation.self, AdaptiveGravityFilter.self,
    AirGesture.self,
    AirLetterGenerator.self, AirRecognizer.self, Alignment.self, AllanDeviation.self, AllanFit.self,
    Angle.self, AngularRates.self, Appearance.self,
    AttitudeError.self, (any AttitudeFilter).self, AttitudeSpline.self, AxisAngle.self, BinaryEvaluation.self,
    ButterworthGravityFilter.self, CalibrationError.self, CellError.self, Cells.self, Center.self, ChannelMessage.self,
    CheckError.self,
    (any Checkable).self, CheckedResult.self, (any Classifier).self, ClockOffset.self, DeviceCalibration.self,
    Column.self, ColumnMapping.self, Comparison.self, ComplementaryFilter.self, ConfusionMatrix.self,
    Contender.self, CoordinateAxis.self, DescribedPosture.self, DeviceMotion.self,
    DeviceMotionSource<MahonyFilter>.self,
    (any Displayable).self, DriftLaw.self, Drawn<Double>.self,
    DynamicTimeWarping.self, ErrorGrowth.self, ErrorMeasure.self,
    ErrorStatistics.self, Estimate.self, EvaluationError.self,
    EulerAngles.self, EulerSequence.self, Example.self, ExponentialDamping.self, Figure.self,
    FigureAxis.self, FigureError.self, FigureFormat.self, FigureRenderer.self, FigureScript.self,
    FigureShortage.self,
    FirstOrderGravityFilter.self, FittedTriad.self, Folds.self, GyroscopeCalibration.self, FootstepDetector.self,
    FrequencyResponse.self, FriedmanTest.self,
    FusionError.self,
    FusionTrial.self,
    GestureError.self, GimbalRings.self, GimbalVariables.self, GimbalParameter<Double>.self,
    (any GimbalParameters).self,
    (any GravityFilter).self,
    GravityTrial.self,
    GridResults.self,
    HTML.self,
    HeldOut.self,
    HighPass<Unstabilized>.self,
    (any InertialError).self,
    Hand.self,
    Integrator.self, InteractiveScene.self,
    Jet.self,
    Kernel.self,
    KernelClassifier.self, KernelMachine.self, LabelledStroke.self, LabelledTrace.self, LearnedVelocity.self,
    LearningCurve.self, Length.self, LetterGenerator.self, LetterVariation.self, LinearClassifier.self,
    LogisticRegression.self,
    Look.self, Loss.self, LossCurve.self, MadgwickFilter.self, MagnetometerCalibration.self, MahonyFilter.self,
    MappingDraft.self,
    MappingProposal.self, Mark.self,
    Markdown.self,
    Match.self, Matrix3.self, MediaType.self, MIMEBundle.self, Mistake<Double>.self,
    MistakenFunction<Double, Double>.self, ModifiedRodriguesParameters.self,
    Motion.self,
    MotionChannel.self, MotionFeatures.self, MotionSample.self, NearestNeighbor.self, Network.self,
    NetworkError.self,
    NonlinearStep.self,
    NullResult.self,
    Normalization.self,
    NumberFormat.self,
    Omission.self,
    Optimizer.self,
    OptionNaming.self,
    OxIODOptions.self,
    (any ParameterValue).self,
    Pass.self,
    Path.self,
    PathLikeness.self,
    PedestrianDeadReckoning.self,
    NoiseDensity.self,
    Placing.self,
    PairedDifference.self, PairedTest.self, Perceptron.self, Plane.self, PolygonFit.self, PoseTrack.self,
    PositionsAndTurns.self,
    PowerSpectrum.self,
    PostureError.self, PostureExample.self,
    PostureLog.self, PostureRule.self, Proportion.self, Protractor.self, Quaternion.self, QuaternionSign.self,
    Ranking.self, RawRecording.self, RawSample.self, (any Readable).self, RecordedValue.self, RecordingError.self,
    RecordingFiles.self, RecordingSet.self,
    ReferenceFrame.self,
    RejectingFilter.self, RelativePoseError.self, Repeats<Double>.self, Replay<RawSample>.self,
    ResetOnRelease<Unstabilized>.self, RestThresholds.self, SensorErrors.self, TrapezoidalIntegration.self,
    ChiSquared.self, Consistency.self, ErrorStateFilter.self, MotionCovariance.self, MotionEstimate.self,
    NormalizedErrors.self,
    ResultsError.self,
    RestDetector.self, RestRecognition<Unstabilized>.self, RodriguesParameters.self, RollPitchYaw.self,
    RotationError.self, RotationJacobian.self, RotationMatrix.self, (any RotationRepresentation).self,
    RotationVector.self, Rows.self, RunningScore.self, Sample2D.self, Sample3D.self, SampleCheck.self,
    Saturation.self, ScalableGraphic.self, Scaling.self, SceneAnimation.self, SceneCamera.self, SceneColor.self,
    SceneError.self, SceneFollowing.self, SceneFrame.self, SceneGroup.self, ScenePicture.self, SceneShape.self,
    SceneSolid.self,
    (any Scheme).self,
    SchemeParameter.self,
    SchemeDoubt.self, SchemeError.self,
    SeededRandom.self, Seeds.self, SensorCalibration.self, SensorModel.self, ShippedWeights.self, SimulatedTrace.self,
    SimulationError.self,
    SlerpPath.self,
    Space.self,
    StandingStill.self, SteadyDice.self, StillPosition.self, Step.self, Stroke.self, StrokeExtent.self, StrokeFile.self,
    StrokeJoiner.self,
    StrokeRecognizer.self, StrokeSheet.self, Study.self, StudyError.self, Sweep.self, Table.self, TableError.self,
    TableSummary.self,
    (any TableValue).self, TimeWarp.self, Trace.self, TraceError.self, TraceFormat.self, TraceInspection.self,
    TraceSummary.self, TrackSummary.self, Training.self, TrainingLog.self, TrainingOptions.self, Trajectory.self,
    TrajectoryPlane.self, TriadCalibration.self, TruthAlignment.self, Tuning<Double>.self, Unstabilized.self,
    Vector3.self,
    VectorAlignment.self, VQF.self,
    VersatileFilter.self, VersatileSmoother.self, WarpedNeighbor.self, WindowedDrift.self,
    ZeroEndVelocity<Unstabilized>.self, ZeroPhaseLowPass.self, ZeroVelocitySmoother.self, ZoneBlur.self,
    ZoneFeatures.self,
  ]

  @Test("A notebook can name every public type, and no name is in two modules")
  func everyTypeCanBeNamed() {
    var declared = Set<String>()
    for module in modules {
      for (path, lines) in files(of: module) {
        for line in lines where line.hasPrefix("public ") {
          guard
            let found = line.firstMatch(
              of: /^public (?:final |indirect )?(?:struct|enum|class|protocol|actor|typealias) (\w+)/)
          else { continue }
          #expect(declared.insert(String(found.1)).inserted, "\(found.1) in \(path) is in another module too")
        }
      }
    }
    #expect(declared.count == Self.types.count, "a new public type belongs on the list above")
  }

  @Test("No free function of the science is public")
  func noFreeFunctions() {
    for module in science {
      for (path, lines) in files(of: module) {
        for line in lines where line.hasPrefix("public func") { Issue.record("\(path): \(line)") }
      }
    }
  }

  /// Requirements of protocols, whose documentation the implementations inherit.
  private let inherited = Set(
    """
    name label advance check rewritesPast hasRevision revise finish integrate measure attitude rotationRateBias start update \
    attitudes estimate description encode quaternion uncheckedScores parameters underlying passesRevisionsOn nominalInterval \
    restDetector assumesRestAtEnd beginWholePass knowsUncertainty noiseFreedom
    """.split(separator: " ").map(String.init))

  @Test("Every public declaration of the science is documented")
  func everythingIsDocumented() {
    let declaration =
      /^ *(?:@\w+(?:\([^)]*\))? )*public (?:static |mutating |final |private\(set\) |internal\(set\) |prefix )*(?:func|var|let|init|struct|enum|class|protocol|subscript|typealias) ?([\w+\-*\/=<>]*)/
    for module in science {
      for (path, lines) in files(of: module) {
        for (index, line) in lines.enumerated() {
          guard let found = line.firstMatch(of: declaration), !inherited.contains(String(found.1)) else { continue }
          let before = lines[..<index].last { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("@") } ?? ""
          #expect(before.trimmingCharacters(in: .whitespaces).hasPrefix("///"), "\(path):\(index + 1): \(line)")
        }
      }
    }
  }
}

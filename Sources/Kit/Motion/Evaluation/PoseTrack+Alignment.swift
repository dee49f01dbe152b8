import Recordings
import Rotations

extension PoseTrack {
  /// This track moved, turned and scaled: positions by the whole alignment, attitudes by its rotation.
  public func aligned(by alignment: Alignment) -> PoseTrack {
    PoseTrack(unchecked: times, positions.map(alignment.apply(to:)), attitudes.map { alignment.rotation * $0 })
  }
}

import Foundation

/// A scene of any kind as a cell shows it: what draws it in the size, and with the words, that a notebook asks for.
package enum DrawnScene {
  case picture(ScenePicture)
  case animation(SceneAnimation)
  case interactive(InteractiveScene)
  case group(SceneGroup)

  /// The scene that was written as JSON; nil for anything else.
  package init?(_ json: Data) {
    let decoder = JSONDecoder()
    if let scene = try? decoder.decode(InteractiveScene.self, from: json) {
      self = .interactive(scene)
    } else if let group = try? decoder.decode(SceneGroup.self, from: json) {
      self = .group(group)
    } else if let picture = try? decoder.decode(ScenePicture.self, from: json) {
      self = .picture(picture)
    } else if let animation = try? decoder.decode(SceneAnimation.self, from: json) {
      self = .animation(animation)
    } else {
      return nil
    }
  }

  /// Its picture, for what can neither turn nor move; nil where it cannot be drawn.
  package func svg(_ dress: SceneDress) -> String? {
    switch self {
    case .picture(let picture): picture.svg(dress)
    case .animation(let animation): animation.svg(dress)
    case .interactive(let scene): scene.still(dress)
    case .group(let group): group.still(dress)
    }
  }

  /// What can be turned by hand, as a part of a page that has the script; nil for what is only a picture.
  package func part(_ dress: SceneDress) -> String? {
    switch self {
    case .picture, .animation: nil
    case .interactive(let scene): scene.part(dress)
    case .group(let group): group.part(dress)
    }
  }
}

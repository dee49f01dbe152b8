/// JSON: the layers, each with its sizes, activation and weights (bias row first), and the normalisation.
extension Network: Codable {
  private enum Key: String, CodingKey { case layers, normalization }

  /// Checks what it reads: layers that do not fit together are a decoding error with the reason of ``NetworkError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    do {
      try self.init(
        layers: try container.decode([Layer].self, forKey: .layers),
        normalization: try container.decodeIfPresent(Normalization.self, forKey: .normalization))
    } catch let error as NetworkError {
      throw DecodingError.dataCorruptedError(forKey: .layers, in: container, debugDescription: "\(error)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(layers, forKey: .layers)
    try container.encodeIfPresent(normalization, forKey: .normalization)
  }
}

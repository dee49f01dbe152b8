/// Attitudes: rotations that turn device-frame vectors into reference-frame vectors.
extension Quaternion {
  /// This attitude as seen from another: what turns vectors of this device frame into vectors of that device frame.
  ///
  /// `reference.inverse * self`. It is what Core Motion's `multiply(byInverseOf:)` leaves in an attitude: with the
  /// attitude at the start as reference, it begins at the identity.
  public func relative(to reference: Quaternion) -> Quaternion { reference.inverse * self }

  /// The matrix that turns device-frame vectors into reference-frame vectors: R of the attitude.
  public var deviceToReferenceMatrix: RotationMatrix { RotationMatrix(self) }

  /// The matrix that turns reference-frame vectors into device-frame vectors: the transpose of R.
  ///
  /// Its rows, read one after the other, are m11 … m33 of Core Motion's `CMRotationMatrix`: gravity in the device frame
  /// is this matrix times (0, 0, −1).
  public var referenceToDeviceMatrix: RotationMatrix { RotationMatrix(self).transpose }

  /// The attitude whose matrix turns device-frame vectors into reference-frame vectors.
  public init(deviceToReference matrix: RotationMatrix) { self.init(matrix) }

  /// The attitude whose matrix turns reference-frame vectors into device-frame vectors, as Core Motion's does read row
  /// by row.
  public init(referenceToDevice matrix: RotationMatrix) { self.init(matrix.transpose) }
}

import Foundation
import Testing

@testable import PhoneLink

@Suite("One phone at a time comes in, with a token that nobody has shown before")
struct PhoneDoorTests {
  private func door() -> PhoneDoor { PhoneDoor() }

  @Test("A token opens once; a new one ends the session before")
  func once() throws {
    let door = door()
    #expect(throws: PhoneDoor.Refusal.unknownToken) { try door.join(token: "") }
    let token = door.invite()
    #expect(door.knows(token: token) && !door.isOpen)
    let key = try door.join(token: token)
    #expect(door.isOpen)
    #expect(throws: PhoneDoor.Refusal.usedToken) { try door.join(token: token) }
    #expect(throws: PhoneDoor.Refusal.unknownKey) { try door.admit(key: token, size: 1) }
    try door.admit(key: key, size: 1)
    let second = door.invite()
    #expect(throws: PhoneDoor.Refusal.unknownKey) { try door.admit(key: key, size: 1) }
    #expect(throws: PhoneDoor.Refusal.unknownToken) { try door.join(token: token) }
    _ = try door.join(token: second)
    door.close()
    #expect(!door.knows(token: second) && !door.isOpen)
    #expect(throws: PhoneDoor.Refusal.unknownToken) { try door.join(token: second) }
  }

  @Test("A session sends no faster and no more than is allowed")
  func limits() throws {
    let door = door()
    let key = try door.join(token: door.invite())
    var now = ContinuousClock.now
    #expect(throws: PhoneDoor.Refusal.tooFast) {
      for _ in 0..<100 { try door.admit(key: key, size: 500_000, now: now) }
    }
    now += .seconds(10)
    var taken = 0
    #expect(throws: PhoneDoor.Refusal.exhausted(limit: PhoneDoor.sessionLimit)) {
      while true {
        now += .seconds(1)
        try door.admit(key: key, size: 2_000_000, now: now)
        taken += 2_000_000
      }
    }
    #expect(taken <= PhoneDoor.sessionLimit && taken > PhoneDoor.sessionLimit - 10_000_000)
    var events = 0
    #expect(throws: PhoneDoor.Refusal.tooFast) {
      while events < 1_000_000 {
        try door.admit(events: PhoneBatch.largestCount, now: now)
        events += PhoneBatch.largestCount
      }
    }
    #expect(events <= 2 * PhoneDoor.eventRateLimit && events >= PhoneDoor.eventRateLimit)
    try door.admit(events: PhoneBatch.largestCount, now: now + .seconds(1))
  }
}

import Foundation
import Net

extension WebSocketContract {
  /// The laws by which a violation of the protocol is reported to the peer, for implementations that see frames.
  public static let frameLaws: [Law] = [
    violation("an opcode that is not defined fails", [0x83, 0x00], .protocolViolation(.opcode(3))),
    violation("a reserved bit fails", [0x91, 0x00], .protocolViolation(.reservedBits)),
    violation("a masked frame of the server fails", [0x81, 0x80, 1, 2, 3, 4], .protocolViolation(.masking)),
    violation("a fragment out of order fails", [0x80, 0x00], .protocolViolation(.fragmentation)),
    violation("text that is not UTF-8 fails", [0x81, 0x01, 0xff], .invalidText),
    violation(
      "a close frame with a reserved code fails", [0x88, 0x02, 0x03, 0xed],
      .protocolViolation(.closeCode(1005))),

    Law("a message beyond the limit fails") { trial in
      var options = WebSocketOptions()
      options.maximumMessageSize = 100
      let run = try await trial.open(options: options) { peer in
        peer.send(.text("a"))
        peer.send(.data(Data(count: 101)))
      }
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "message", "failed(body)"], "events")
      try ContractBreach.unlessEqual(
        run.log.failure as? WebSocketError, .messageTooLarge(limit: 100), "the error")
    },
  ]

  private static func violation(_ description: String, _ bytes: [UInt8], _ error: WebSocketError) -> Law {
    Law(description) { trial in
      let run = try await trial.open { peer in peer.fault(.bytes(Data(bytes))) }
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "failed(body)"], "events")
      try ContractBreach.unlessEqual(run.log.failure as? WebSocketError, error, "the error")
    }
  }
}

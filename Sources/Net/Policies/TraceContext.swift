/// The identity of a request in a distributed trace (W3C Trace Context, levels 1 and 2).
///
/// Use it to continue the trace of a request that your program serves, or that a library started.
///
/// ```swift
/// let context = TraceContext(traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
/// print(context?.isSampled == true)  // true
/// ```
public struct TraceContext: Sendable, Hashable {
  /// The identifier of the whole trace: 32 lower-case hexadecimal digits, not all zero.
  public let traceID: String
  /// The identifier of the request in the trace: 16 lower-case hexadecimal digits, not all zero.
  public let spanID: String
  /// The flags as a bit field; only the two that are specified are kept.
  public let flags: UInt8
  /// The members of `tracestate`, in order.
  ///
  /// Empty if there are none.
  public let state: TraceState

  /// Whether the caller may have recorded the trace (the flag `sampled`).
  public var isSampled: Bool { flags & Self.sampled != 0 }
  /// Whether the trace identifier has at least 56 random bits (the flag `random` of level 2).
  public var isRandom: Bool { flags & Self.random != 0 }

  static let sampled: UInt8 = 0b01
  static let random: UInt8 = 0b10

  /// Creates a context from the values of its header fields; nil if `traceparent` is invalid.
  ///
  /// A value of a higher version is read as far as version 00 defines it (section 3.2.4). If `tracestate` is invalid,
  /// it is ignored (section 3.3).
  public init?(traceparent: String, tracestate: String? = nil) {
    let bytes = Array(traceparent.utf8)
    guard bytes.count >= 55, let version = Self.hex(bytes[0..<2]), version != "ff",
      version == "00" ? bytes.count == 55 : bytes.count == 55 || bytes[55] == Self.dash,
      [2, 35, 52].allSatisfy({ bytes[$0] == Self.dash }), let trace = Self.hex(bytes[3..<35]),
      let span = Self.hex(bytes[36..<52]),
      let flags = Self.hex(bytes[53..<55]).flatMap({ UInt8($0, radix: 16) }),
      trace.contains(where: { $0 != "0" }), span.contains(where: { $0 != "0" })
    else { return nil }
    traceID = trace
    spanID = span
    self.flags = flags & (version == "00" ? Self.sampled | Self.random : Self.sampled)
    state = tracestate.flatMap(TraceState.init) ?? TraceState()
  }

  /// Starts a trace with random identifiers.
  public init(isSampled: Bool = true) {
    var generator = SystemRandomNumberGenerator()
    self.init(isSampled: isSampled, using: &generator)
  }

  /// Starts a trace with identifiers from this generator.
  public init(isSampled: Bool = true, using generator: inout some RandomNumberGenerator) {
    traceID = Self.identifier(&generator) + Self.identifier(&generator)
    spanID = Self.identifier(&generator)
    flags = Self.random | (isSampled ? Self.sampled : 0)
    state = TraceState()
  }

  private init(traceID: String, spanID: String, flags: UInt8, state: TraceState) {
    self.traceID = traceID
    self.spanID = spanID
    self.flags = flags
    self.state = state
  }

  /// Returns a context of the same trace for another request, with a random identifier from this generator.
  public func child(using generator: inout some RandomNumberGenerator) -> TraceContext {
    TraceContext(traceID: traceID, spanID: Self.identifier(&generator), flags: flags, state: state)
  }

  /// Returns the same context with another `tracestate`.
  public func with(_ state: TraceState) -> TraceContext {
    TraceContext(traceID: traceID, spanID: spanID, flags: flags, state: state)
  }

  /// The value of the field `traceparent`.
  public var traceparent: String { "00-\(traceID)-\(spanID)-\(Self.digits(UInt64(flags), count: 2))" }

  private static let dash = UInt8(ascii: "-")

  /// Returns the text if it consists of lower-case hexadecimal digits.
  private static func hex(_ bytes: ArraySlice<UInt8>) -> String? {
    bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Returns 16 digits that are not all zero.
  private static func identifier(_ generator: inout some RandomNumberGenerator) -> String {
    digits(UInt64.random(in: 1...UInt64.max, using: &generator), count: 16)
  }

  private static func digits(_ number: UInt64, count: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

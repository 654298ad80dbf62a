extension StreamParser {
  /// Sets the decoder or charset of a parser from the response, unless the caller chose one.
  mutating func prepare(for response: ReceivedResponse) {
    guard var parser = self as? any DecodingParser else { return }
    parser.inherit(from: response)
    if let parser = parser as? Self { self = parser }
  }
}

/// A parser with a decoder or charset.
protocol DecodingParser: StreamParser {
  /// Takes the decoder or charset from the response, unless the caller chose one.
  mutating func inherit(from response: ReceivedResponse)
}

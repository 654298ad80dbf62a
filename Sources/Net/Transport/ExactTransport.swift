/// A transport whose chunks of a body without content encoding fill their buffers.
///
/// So a store in memory may keep a chunk without copying it. A chunk of another transport may be a small part of a
/// large buffer.
protocol ExactTransport: Transport {}

#if os(Linux) && !canImport(Darwin)
  extension CurlTransport: ExactTransport {}
#endif

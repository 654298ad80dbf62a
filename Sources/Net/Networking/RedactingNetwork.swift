/// A network that knows what its descriptions hide.
package protocol RedactingNetwork: Networking {
  /// The redaction of the session.
  var redaction: Redaction { get }
}

extension Networking {
  /// What the descriptions of requests of this network hide: what its session hides, or that of a network that it
  /// wraps, or else ``Redaction/standard``.
  package var shownRedaction: Redaction {
    switch self {
    case let network as any RedactingNetwork: network.redaction
    case let wrapper as any NetworkingWrapper: wrapper.base.shownRedaction
    default: .standard
    }
  }
}

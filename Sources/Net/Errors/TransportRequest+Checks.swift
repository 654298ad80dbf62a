extension TransportRequest {
  /// Returns the request with its header fields as they are sent.
  ///
  /// - Throws: ``NetworkError/Reason/invalidRequest(_:)`` if the request cannot be sent.
  package func checked() throws(NetworkError) -> TransportRequest {
    do throws(InvalidRequest) {
      return try validated()
    } catch {
      throw NetworkError(.invalidRequest(error))
    }
  }
}

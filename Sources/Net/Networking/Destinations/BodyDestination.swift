/// Where the body of a response goes as it arrives.
///
/// The calls that start a download or a stream set it: see ``NetworkRequesting/download(to:queue:completionHandler:)``
/// and ``NetworkRequesting/responseStream(queue:buffer:handler:)``. Set it yourself to use your own ``BodyConsumer``.
///
/// ```swift
/// let parser = CSVParser()  // a BodyConsumer
/// network.get("rows.csv")
///   .configure { $0.destination = .consumer(parser, buffer: .spillingToFile()) }
///   .responseVoid { response in print(response.result) }
/// ```
public enum BodyDestination: Sendable {
  /// Memory. A serializer receives the whole body.
  case memory
  /// A file.
  case file(DownloadDestination)
  /// A consumer, which receives chunks at the given delivery. Chunks that it has not taken are buffered.
  case consumer(
    any BodyConsumer, buffer: StreamBuffer = .backPressure(), delivery: ResponseDelivery = .inline)
}

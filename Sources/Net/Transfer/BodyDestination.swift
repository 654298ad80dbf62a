/// Where the body of a response goes as it arrives.
///
/// It is set by the calls that start a request in their own way; see ``NetworkRequesting/download(to:queue:completionHandler:)``
/// and ``NetworkRequesting/responseStream(queue:buffer:handler:)``. Set it by hand to give a body to a ``BodyConsumer`` of
/// your own.
///
/// ```swift
/// let parser = CSVParser()  // a BodyConsumer
/// network.get("rows.csv")
///   .configure { $0.destination = .consumer(parser, buffer: .spillingToFile()) }
///   .responseVoid { response in print(response.result) }
/// ```
public enum BodyDestination: Sendable {
  /// Memory, to be read as a whole by a serializer.
  case memory
  /// A file.
  case file(DownloadDestination)
  /// A consumer, piece by piece, called where the delivery says. What it has not taken yet is kept as the buffer says.
  case consumer(
    any BodyConsumer, buffer: StreamBuffer = .backPressure(), delivery: ResponseDelivery = .inline)
}

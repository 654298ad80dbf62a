public import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// The chunks of the response body, as they arrive.
  ///
  /// ```swift
  /// let bytes = network.stream.get("log").chunks().reduce(0) { count, chunk in count + chunk.count }
  /// ```
  ///
  /// ```text
  /// wire     -h--ab----c-|
  /// chunks   ----ab----c-|
  /// ```
  ///
  /// Each subscription sends its own request. Disposing of it closes the connection. A chunk is emitted when `onNext`
  /// of the previous one has returned. Chunks that arrive in between are buffered as the buffer says. Only the body of
  /// an acceptable response is emitted. An error comes after the chunks that arrived before it.
  ///
  /// The asynchronous form, `for try await chunk in request.chunks()`, pauses the connection while the loop is busy.
  /// The `values` of this stream do not: they keep every chunk that the loop has not taken, whatever the buffer says.
  public func chunks(buffer: StreamBuffer = .backPressure()) -> Observable<Data> {
    Observable.create { observer in
      let request = makeRequest()
      request.stream(
        to: ChunkConsumer(observer), buffer: buffer, delivery: .inline, call: "chunks"
      ) { observer.end($0.result) }
      return Disposables.create { request.cancel() }
    }
  }
}

/// Passes the chunks of a body to an observer.
///
/// A chunk is taken when `onNext` returns.
private final class ChunkConsumer: BodyConsumer {
  private let observer: AnyObserver<Data>

  init(_ observer: AnyObserver<Data>) { self.observer = observer }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    observer.onNext(chunk)
    // An observer disposed of in `onNext` cancels the request, but maybe only once `subscribe` has returned.
    if !observer.isDisposed { next() }
  }
}

extension AnyObserver {
  /// Ends the stream as its request ended.
  func end(_ result: Result<Void, NetworkError>) {
    switch result {
    case .success: onCompleted()
    case .failure(let error): onError(error)
    }
  }
}

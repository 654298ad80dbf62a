public import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// The body of the response piece by piece, as it arrives.
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
  /// Each subscription sends a request of its own, and disposing of it closes the connection. The next piece is given
  /// when the one before has been taken, so an observer that takes its time is waited for; what arrives meanwhile is kept
  /// as the buffer says. Only an acceptable response is given piece by piece, and its failures come behind what had
  /// arrived. `values` iterates the pieces, and keeps all that have not been taken, whatever the buffer says; a loop that
  /// the sender is to wait for goes over ``pieces(buffer:)``.
  public func chunks(buffer: StreamBuffer = .backPressure()) -> Observable<Data> {
    Observable.create { observer in
      let request = makeRequest()
      request.stream(
        to: ChunkConsumer(observer), buffer: buffer, delivery: .inline, call: "chunks"
      ) { response in
        switch response.result {
        case .success: observer.onCompleted()
        case .failure(let error): observer.onError(error)
        }
      }
      return Disposables.create { request.cancel() }
    }
  }
}

/// Gives the pieces of a body to an observer, which has taken each as its call returns.
private final class ChunkConsumer: BodyConsumer {
  private let observer: AnyObserver<Data>

  init(_ observer: AnyObserver<Data>) { self.observer = observer }

  func take(_ piece: Data, next: @escaping @Sendable () -> Void) {
    observer.onNext(piece)
    // Disposed of inside that call, it is about to be cancelled, perhaps not before `subscribe` returns.
    if !observer.isDisposed { next() }
  }
}

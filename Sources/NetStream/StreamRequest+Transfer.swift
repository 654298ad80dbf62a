public import Foundation
public import Net
public import Stream

extension StreamRequest {
  /// Returns the progress of the upload and download, followed by the decoded body.
  ///
  /// ```swift
  /// network.stream.post("films", file: film).transfer(of: Film.self)
  ///   .subscribe(onNext: { event in
  ///     switch event {
  ///     case .uploading(let progress): bar.show(progress.fraction)
  ///     case .downloading: break
  ///     case .finished(let film): show(film)
  ///     }
  ///   })
  /// ```
  ///
  /// ```text
  /// transfer   -u-u-u---d-(f|)     u, d: progress up and down; f: the value
  /// ```
  ///
  /// A failure is a `NetworkError`. Disposing cancels the request.
  public func transfer<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self
  ) -> Observable<TransferEvent<Value>> {
    transfer(serializer: .decodable(of: type))
  }

  /// Returns the progress of the upload and download, followed by the value that a serializer creates from the
  /// response.
  public func transfer<Serializer: ResponseSerializer>(
    serializer: Serializer
  ) -> Observable<TransferEvent<Serializer.Value>> {
    events { request, completion in
      request.response(delivery: .inline, responseSerializer: serializer) { completion($0.result) }
    }
  }

  /// Returns the progress of a download, followed by the URL of the file.
  ///
  /// ```swift
  /// network.stream.get("films/1").transfer(to: .file(place))
  ///   .subscribe(onNext: { event in print(event) })
  /// ```
  ///
  /// `DownloadDestination` describes how the file is saved. After a failure, or if the subscription is disposed of
  /// before the end, there is no file.
  public func transfer(to destination: DownloadDestination) -> Observable<TransferEvent<URL>> {
    events { request, completion in
      request.download(to: destination, delivery: .inline) { completion($0.result) }
    }
  }

  /// Returns the URL of the downloaded file.
  ///
  /// ```swift
  /// let film: Single<URL> = network.stream.get("films/1").download(to: .file(place, options: .replaceExisting))
  /// ```
  ///
  /// Each subscription downloads the file again. For progress use ``transfer(to:)`` or ``progress(_:)``.
  public func download(to destination: DownloadDestination = .temporary) -> Single<URL> {
    downloading(to: destination) { $0.result }
  }

  /// Returns the whole response with the URL of the downloaded file.
  public func responseDownload(
    to destination: DownloadDestination = .temporary
  ) -> Single<DataResponse<URL>> {
    downloading(to: destination) { response in response.result.map { _ in response } }
  }

  private func downloading<Value: Sendable>(
    to destination: DownloadDestination,
    taking take: @escaping @Sendable (DataResponse<URL>) -> Result<Value, NetworkError>
  ) -> Single<Value> {
    Single.createLate { observer in
      let request = makeRequest()
      request.download(to: destination, delivery: .inline) { observer(take($0).mapError { $0 }) }
      return { request.cancel() }
    }
  }

  private func events<Value: Sendable>(
    _ start:
      @escaping @Sendable (
        any NetworkRequesting, @escaping @Sendable (Result<Value, NetworkError>) -> Void
      ) -> Void
  ) -> Observable<TransferEvent<Value>> {
    Observable.create { observer in
      let request = makeRequest()
      _ = request.uploadProgress(delivery: .inline) { observer.onNext(.uploading($0)) }
      _ = request.progress(delivery: .inline) { observer.onNext(.downloading($0)) }
      start(request) { result in
        if case .success(let value) = result { observer.onNext(.finished(value)) }
        observer.end(result.map { _ in })
      }
      return Disposables.create { request.cancel() }
    }
  }
}

import Net
import Stream

extension SweepBody {
  /// A body that returns a single; it is cancelled by disposing of the subscription.
  init(single body: @escaping @Sendable (SweepNetwork) throws -> Single<Value>) {
    self.init { network, _, end in
      let end = SweepBody.once(end)
      do {
        let subscription = try body(network).subscribe(
          onSuccess: { end(.success($0)) }, onFailure: { end(.failure($0)) })
        return SweepBody.disposing(subscription, end)
      } catch {
        end(.failure(error))
        return {}
      }
    }
  }

  /// A function that calls another only the first time: a stream that has ended may also be disposed of.
  fileprivate static func once(_ end: @escaping End) -> End {
    let isOver = SharedLock(false)
    return { result in
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      if isFirst { end(result) }
    }
  }

  /// A cancellation that disposes of the subscription, and ends the body unless it has ended.
  fileprivate static func disposing(_ subscription: any Disposable, _ end: @escaping End)
    -> @Sendable () -> Void
  {
    {
      subscription.dispose()
      end(.failure(CancellationError()))
    }
  }
}

extension SweepBody {
  /// A body that returns an observable, whose elements are the value; it is cancelled by disposing of the subscription.
  init<Element: Sendable>(observable body: @escaping @Sendable (SweepNetwork) throws -> Observable<Element>)
  where Value == [Element] {
    self.init { network, _, end in
      let end = SweepBody.once(end)
      let elements = SharedLock<[Element]>([])
      do {
        let subscription = try body(network).subscribe(
          onNext: { element in elements.withLock { $0.append(element) } }, onError: { end(.failure($0)) },
          onCompleted: { end(.success(elements.withLock { $0 })) })
        return SweepBody.disposing(subscription, end)
      } catch {
        end(.failure(error))
        return {}
      }
    }
  }
}

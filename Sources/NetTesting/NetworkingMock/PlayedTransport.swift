import Foundation
import Net

/// Plays one response to whatever it is asked, piece by piece.
final class PlayedTransport: Transport {
  private let response: StubResponse
  private let request: RecordedRequest
  private let delivery: MockDelivery
  private let timer: any NetworkTimer

  init(
    _ response: StubResponse, to request: RecordedRequest, delivery: MockDelivery, timer: any NetworkTimer
  ) {
    self.response = response
    self.request = request
    self.delivery = delivery
    self.timer = timer
  }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    // As it goes out, with the headers that ask for a part of it; its body has been read.
    let recorded = RecordedRequest(
      method: request.method, url: request.url, headers: request.headers, body: self.request.body)
    return PlayedTask(
      StubPlayback(response, to: recorded, pieceSize: 16_384), receiver: receiver, delivery: delivery,
      timer: timer)
  }
}

/// Plays one response to one request.
final class PlayedTask: TransportTask {
  private let playback: StubPlayback
  private let state: Lock<MockTaskState>
  private let delivery: MockDelivery
  private let timer: any NetworkTimer

  init(
    _ playback: StubPlayback, receiver: any TransportReceiver, delivery: MockDelivery, timer: any NetworkTimer
  ) {
    self.playback = playback
    state = Lock(MockTaskState(receiver: receiver))
    self.delivery = delivery
    self.timer = timer
  }

  func resume() {
    guard state.withLock({ $0.resume() && $0.answer(playback) }) else { return }
    deliver()
  }

  func pause() { state.withLock { $0.pause() } }

  func proceed() {
    state.withLock { $0.proceed() }
    deliver()
  }

  func cancel() {
    let cancelling = state.withLock { $0.cancel() }
    guard cancelling.isEffective else { return }
    cancelling.scheduled?.cancel()
    deliver()
  }

  private func deliver() {
    guard state.withLock({ $0.beginDelivering() }) else { return }
    while let next = state.withLock({ $0.nextDelivery() }) {
      switch next {
      case .event(let event, let receiver): receiver.receive(event)
      case .wait(let delay, let number): return rest(delay, number)
      }
    }
  }

  private func rest(_ delay: Duration, _ number: Int) {
    let goOn: @Sendable () -> Void = { [self] in
      guard state.withLock({ $0.endRest(number) }) else { return }
      deliver()
    }
    let scheduled = delivery.scheduleRest(of: delay, on: timer, goOn)
    state.withLock { $0.keep(scheduled, forRest: number) }?.cancel()
  }
}

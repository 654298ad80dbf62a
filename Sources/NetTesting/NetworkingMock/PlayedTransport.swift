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
final class PlayedTask: PlayingTask {
  private let playback: StubPlayback
  let state: Lock<MockTaskState>
  let delivery: MockDelivery
  let timer: any NetworkTimer

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

  func didCancel() {}

  func didEnd() {}
}

import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct UploadProgressTests {
  private let fixture = SessionFixture()

  private func start(_ content: RequestContent?, _ progress: Locked<[TransferProgress]>) {
    _ = fixture.start(.post, content: content) { request in
      _ = request.uploadProgress(delivery: .inline) { step in progress.update { $0.append(step) } }
    }
  }

  @Test func progressRisesToTheLengthOfTheBody() {
    let progress = Locked<[TransferProgress]>([])
    start(.data(Data("hello".utf8), contentType: nil), progress)
    for bytes in [2, 2, 1, 5] { fixture.tasks[0].send(.sent(bytes: Int64(bytes))) }
    fixture.tasks[0].respond(200)
    expectEqual(
      progress.value, [TransferProgress(completed: 2, total: 5), TransferProgress(completed: 5, total: 5)])
  }

  @Test func sendingMoreThanTheLengthRemovesTheTotal() {
    let progress = Locked<[TransferProgress]>([])
    start(.data(Data("hello".utf8), contentType: nil), progress)
    fixture.tasks[0].send(.sent(bytes: 6))
    expectEqual(progress.value, [TransferProgress(completed: 6, total: nil)])
  }

  @Test func aStreamWithoutALengthHasNoTotal() {
    let progress = Locked<[TransferProgress]>([])
    start(.stream(BodyStream { InputStream(data: Data("hello".utf8)) }, contentType: nil), progress)
    fixture.tasks[0].send(.sent(bytes: 5))
    expectEqual(progress.value, [TransferProgress(completed: 5, total: nil)])
  }

  @Test func progressOfABodySentAgainContinuesFromItsMaximum() {
    let progress = Locked<[TransferProgress]>([])
    start(.data(Data("hello".utf8), contentType: nil), progress)
    fixture.tasks[0].send(.sent(bytes: 3))
    fixture.tasks[0].respond(307, headers: ["Location": "/b"])
    for bytes in [1, 3, 4, 5] { fixture.tasks[1].send(.sent(bytes: Int64(bytes))) }
    expectEqual(progress.value.map(\.completed), [3, 4, 5])
  }

  /// As for an empty response, whose fraction is 1.
  @Test func anEmptyBodyIsCompleteAtOnce() throws {
    let folder = try TemporaryFolder()
    let empty: [RequestContent] = [
      .data(Data(), contentType: nil), .file(try folder.file("empty", "")),
      .stream(BodyStream(count: 0) { InputStream(data: Data()) }),
    ]
    for content in empty {
      let progress = Locked<[TransferProgress]>([])
      start(content, progress)
      expectEqual(progress.value, [TransferProgress(completed: 0, total: 0)])
      fixture.tasks.last?.respond(307, headers: ["Location": "/b"])
      fixture.tasks.last?.respond(200)
      expectEqual(progress.value.count, 1)
    }
  }

  @Test func aRequestWithoutABodyHasNoProgress() {
    let progress = Locked<[TransferProgress]>([])
    start(nil, progress)
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(progress.value, [])
  }
}

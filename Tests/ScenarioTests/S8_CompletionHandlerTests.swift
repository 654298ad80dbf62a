import Foundation
import NetTesting
import Testing
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private typealias Completion = @Sendable (Data?, URLResponse?, (any Error)?) -> Void

private protocol LoadingTask: AnyObject, Sendable { func resume() }

private protocol Loading: Sendable {
  func dataTask(with url: URL, completionHandler: @escaping Completion) -> any LoadingTask
}

private final class MockTask: LoadingTask, Mockable {
  let mock = Mock()
  func resume() { mock.call.resume() }
}

private final class MockLoading: Loading, Mockable {
  let mock = Mock()
  func dataTask(with url: URL, completionHandler: @escaping Completion) -> any LoadingTask {
    mock.call(orElse: MockTask() as any LoadingTask).dataTask(
      with: url, completionHandler: completionHandler)
  }
}

/// A typical collaborator: it takes a URL and calls a completion handler with the result.
private struct Client {
  struct Refused: Error, Equatable { var status: Int }

  let loading: any Loading

  func get(_ url: URL, completion: @escaping @Sendable (Result<String, any Error>) -> Void) -> any LoadingTask
  {
    let task = loading.dataTask(with: url) { data, response, error in
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      if let error { return completion(.failure(error)) }
      guard status == 200 else { return completion(.failure(Refused(status: status))) }
      completion(.success(String(decoding: data ?? Data(), as: UTF8.self)))
    }
    task.resume()
    return task
  }
}

private struct Story: Sendable {
  let url = URL(string: "http://example.com/foo") ?? URL(filePath: "/")
  let task: MockTask
  let loading: MockLoading
  let got = Captured<Result<String, any Error>>()

  init(_ data: Data?, status: Int?, _ error: (any Error)?, afterEach test: some TestLifetime) {
    task = MockTask().verified(afterEach: test)
    loading = MockLoading().verified(afterEach: test)
    let response = status.flatMap {
      HTTPURLResponse(url: url, statusCode: $0, httpVersion: "HTTP/1.1", headerFields: nil)
    }
    task.expect.resume().toBeCalled()
    loading.expect.dataTask(with: equalTo(url), completionHandler: any()).to(
      .call { [task] arguments in
        let completion: Completion = try arguments.completionHandler
        completion(data, response, error)
        return task
      })
  }

  func tell() -> any LoadingTask { Client(loading: loading).get(url, completion: got.set) }
}

final class S8_CompletionHandlerTests: XCTestCase {
  func test_S8_aBodyWith200() {
    let story = Story(Data("foo".utf8), status: 200, nil, afterEach: self)
    let task = story.tell()
    expect(story.got.value).to(beSuccess("foo"))
    XCTAssertTrue(task === story.task)
    story.task.verify()
    story.loading.verify()
  }

  func test_S8_aHostThatIsNotFound() {
    let story = Story(nil, status: nil, URLError(.cannotFindHost), afterEach: self)
    XCTAssertTrue(story.tell() === story.task)
    expect(story.got.value).to(beFailure(with: URLError(.cannotFindHost)))
  }

  func test_S8_aServerError() {
    let story = Story(nil, status: 500, nil, afterEach: self)
    XCTAssertTrue(story.tell() === story.task)
    expect(story.got.value).to(beFailure(with: Client.Refused(status: 500)))
  }
}

@Suite(.netTesting) struct S8_CompletionHandler {
  @Test func aBodyWith200() {
    let story = Story(Data("foo".utf8), status: 200, nil, afterEach: .test)
    #expect(story.tell() === story.task)
    #expect(story.got.value?.value == "foo")
    #expect(story.loading.calls.dataTask.first?.arguments.with == story.url)
  }

  @Test(arguments: [(nil, URLError.Code.cannotFindHost), (500, nil)] as [(Int?, URLError.Code?)])
  func aTransportErrorOrA500IsAFailure(status: Int?, code: URLError.Code?) {
    let story = Story(nil, status: status, code.map { URLError($0) }, afterEach: .test)
    #expect(story.tell() === story.task)
    #expect(story.got.value.isFailure)
  }
}

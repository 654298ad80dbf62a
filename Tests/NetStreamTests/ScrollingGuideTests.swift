import NetStream
import NetTesting
import TestSupport
import Testing

private struct PostPage: Codable, Sendable {
  var posts: [String]
  var next: String?
}

// snippet: scrolling
struct PostService: Sendable {
  let network: any Networking

  private func page(after cursor: String?) -> Single<PostPage> {
    network.stream.get("posts", parameters: ["cursor": cursor]).object()
  }

  /// The posts so far: one more page each time the user reaches the end, and from the start after each pull.
  func posts(pulls: Observable<Void>, ends: Observable<Void>) -> Observable<[String]> {
    pulls.startWith(()).flatMapLatest { _ in
      Observable.paginate(first: page(after: nil)) { last in
        last.next.map { cursor in ends.take(1).asSingle().flatMap { page(after: cursor) } }
      }
      .scan([]) { posts, page in posts + page.posts }
      .catch { _ in .empty() }  // The posts stay, and the next pull loads them again.
    }
  }
}
// snippet.end

@Suite(.netTesting) struct ScrollingGuideTests {
  private let network = NetworkingMock(afterEach: .test)
  private let pulls = PublishSubject<Void>()
  private let ends = PublishSubject<Void>()

  private func recording() -> Recording<[String]> {
    PostService(network: network).posts(pulls: pulls.asObservable(), ends: ends.asObservable())
      .record(afterEach: .test)
  }

  private func stubTwoPages() {
    network.stub(.get("/posts")) { request in
      request.query("cursor") == "b" ? PostPage(posts: ["c"]) : PostPage(posts: ["a"], next: "b")
    }
  }

  @Test func eachEndOfTheListLoadsOnePage() {
    stubTwoPages()
    let posts = recording()
    expectEqual(network.requestCallCount, 1)
    ends.onNext(())
    expectEqual(posts.values, [["a"], ["a", "c"]])
    ends.onNext(())
    expectEqual(network.requestCallCount, 2)
  }

  @Test func aPullStartsAgain() {
    stubTwoPages()
    let posts = recording()
    ends.onNext(())
    pulls.onNext(())
    expectEqual(posts.values, [["a"], ["a", "c"], ["a"]])
    ends.onNext(())
    expectEqual(posts.values.last, ["a", "c"])
  }

  @Test func afterAFailureAPullLoadsTheListAgain() {
    network.stub(
      .get("/posts"),
      withSequence: [.json(["posts": ["a"], "next": "b"]), .status(503), .json(["posts": ["z"]])])
    let posts = recording()
    ends.onNext(())
    expectEqual(posts.values, [["a"]])
    pulls.onNext(())
    expectEqual(posts.values, [["a"], ["z"]])
  }
}

import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// The clients of the scenarios keep to all checks of the sweeps: no fault and no order gives a false alarm.
@Suite(.heavy) struct FalseAlarmTests {
  struct Story: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Stubs the network, runs the client, and returns its result as text.
    var run: @Sendable (SweepNetwork) async throws -> String

    init(_ name: String, _ run: @escaping @Sendable (SweepNetwork) async throws -> String) {
      testDescription = name
      self.run = run
    }
  }

  static let stories = [login, user, followers, refresh, list, recipes, search, creation]

  @Test(arguments: stories.filter { !["token refresh", "list"].contains($0.testDescription) })
  func noFaultIsAFalseAlarm(story: Story) async throws {
    let report = try await everyFault(of: .standard, in: story.run).report()
    #expect(report.isPassed, "\(report.text)")
    #expect(report.runs > 10)
  }

  /// Its text may be empty or HTML, and a refresh belongs to no request, so it outlives one that is cancelled.
  ///
  /// Pairs are left out: when the first refresh is lost, the next request refreshes with the same token, which a sweep
  /// rightly names.
  @Test func noFaultIsAFalseAlarmDuringARefresh() async throws {
    let faults = FaultVocabulary.cancellations + .connections + .statuses
    var limits = SweepLimits()
    limits.runs = 0
    let report = try await everyFault(of: faults, limits: limits, in: Self.refresh.run)
      .report(.endsInTime, .noDuplicateUnsafeRequest, .sameResultOr(NetworkError.self))
    #expect(report.isPassed, "\(report.text)")
  }

  /// Its session has no timeouts, so a response that never comes is waited for.
  @Test func noFaultIsAFalseAlarmInAListWithoutTimeouts() async throws {
    let faults = FaultVocabulary(FaultVocabulary.standard.faults.filter { $0 != .timeout })
    let report = try await everyFault(of: faults, in: Self.list.run).report()
    #expect(report.isPassed, "\(report.text)")
  }

  @Test(arguments: stories) func noOrderIsAFalseAlarm(story: Story) async throws {
    let report = try await everyOrder(in: story.run).report()
    #expect(report.isPassed, "\(report.text)")
  }

  // MARK: - Stories

  /// S4.
  static let login = Story("login") { network in
    network.stub(.get("https://awesometodos.com/login"), with: .json(["token": "1"]))
    return try await LoginService(network: network).loginUser("ada", "x").value.id
  }

  /// S5.
  static let user = Story("user") { network in
    network.stub(.get("https://api.github.com/users/{username}"), with: .trentm)
    let api = GitHubAPI(transport: network.transport, timer: network.timer)
    return try await "\(api.getUser("trentm").value)"
  }

  /// S10, with two pages of two followers.
  static let followers = Story("followers") { network in
    for stub in FollowersStub(count: 4, pageSize: 2).routes {
      network.stub(stub.matcher, respondingWith: stub.respond)
    }
    var configuration = SessionConfiguration()
    configuration.baseURL = NetworkingMock.baseURL
    configuration.interceptors = [RetryPolicy()]
    let service = GitHubService(network: session(configuration, network))
    return try await service.followers(of: "octavia").value.map(\.login).joined(separator: " ")
  }

  /// S11, with two requests that are refused at once.
  static let refresh = Story("token refresh") { network in
    network.stub(.get("https://api.example.com/items/{number}")) { request in
      request.headers["Authorization"] == "Bearer new"
        ? .text("item \(request.url.lastPathComponent)") : .status(401)
    }
    network.stub(
      .post("https://api.example.com/token"), with: .json(["access": "new", "refresh": "r2"]))
    var configuration = SessionConfiguration()
    let authenticator = TokenPairAuthenticator(network: session(configuration, network))
    configuration.interceptors = [
      AuthenticationInterceptor(
        authenticator: authenticator, credential: TokenPair(access: "old", refresh: "r1"),
        timer: network.timer), RetryPolicy(),
    ]
    let items = session(configuration, network)
    async let one = items.get("https://api.example.com/items/1").response(.string).result.get()
    async let two = items.get("https://api.example.com/items/2").response(.string).result.get()
    return try await "\(one) \(two)"
  }

  /// S15: a list that is loaded, stored, and shown again.
  static let list = Story("list") { network in
    Pages().stub(network)
    let app = AppStart(.memory(limit: 1 << 20), over: network.transport, timer: network.timer)
    let first = try await app.page(1).toArray().value
    let second = try await app.page(1).toArray().value
    return "\(first.last?.value ?? []) \(second.last?.value ?? [])"
  }

  private static let soup = Recipe(id: 1, title: "Soup", servings: 2)

  static let recipes = Story("pages of recipes") { network in
    network.stub(
      .get("/recipes"), with: .json(encodable: RecipePage(recipes: [soup], next: "/recipes?page=2")))
    network.stub(
      .get("/recipes") && .query(contains: ["page": "2"]), with: .json(encodable: RecipePage(recipes: [soup]))
    )
    let recipes = try await RecipeService(network: network).all().toArray().value
    return "\(recipes)"
  }

  static let search = Story("search for recipes") { network in
    network.stub(.get("/recipes"), with: .json(encodable: RecipePage(recipes: [soup])))
    return try await "\(RecipeService(network: network).search("so").value)"
  }

  static let creation = Story("creation of a recipe") { network in
    network.stub(.post("/login"), with: .json(encodable: RecipeToken(access: "a", refresh: "r")))
    network.stub(.post("/recipes"), with: .json(encodable: soup))
    network.stub(.delete("/recipes/{id}"), with: .status(204))
    let service = RecipeService(network: network)
    let token = try await service.logIn(user: "ada", password: "x").value
    let recipe = try await service.create(soup).value
    try await service.delete(recipe.id).value
    return "\(token.access) \(recipe)"
  }

  private static func session(_ configuration: SessionConfiguration, _ network: SweepNetwork)
    -> NetworkSession
  {
    NetworkSession(configuration: configuration, transport: network.transport, timer: network.timer)
  }
}

public import Foundation
import Net

extension StubResponse {
  /// A 200 response with the content of a file that the test target brings along.
  ///
  /// ```swift
  /// transport.stub(.get("/users/{username}"), with: .fixture("github-user.json", in: .module))
  /// ```
  ///
  /// It is looked for in the bundle's resources and in their folder `Fixtures`; the content type goes by the
  /// extension. A file that is not there makes an answer that fails the test and the request, saying where it
  /// was looked for.
  public static func fixture(_ name: String, in bundle: Bundle) -> StubResponse {
    let resources = bundle.resourceURL ?? bundle.bundleURL
    let places = [resources.appending(path: name), resources.appending(path: "Fixtures/\(name)")]
    for place in places {
      guard let content = try? Data(contentsOf: place) else { continue }
      let type = contentTypes[place.pathExtension.lowercased()]
      return data(content, headers: type.map { ["Content-Type": $0] } ?? [:])
    }
    return failure(
      StubMisuse(
        "there is no fixture \"\(name)\", neither at \(places.map(\.path).joined(separator: " nor at "))"))
  }

  private static let contentTypes = [
    "css": "text/css", "csv": "text/csv", "gif": "image/gif", "html": "text/html", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json", "pdf": "application/pdf",
    "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "xml": "application/xml",
  ]
}

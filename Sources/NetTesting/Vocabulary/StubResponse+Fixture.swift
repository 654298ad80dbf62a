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
      if let content = try? Data(contentsOf: place) { return file(content, at: place) }
    }
    return failure(
      StubMisuse(
        """
        there is no fixture "\(name)", neither at \(places.map(\.path).joined(separator: " nor at ")). Is it among the \
        resources of the test target?
        """))
  }

  /// A 200 response with the content of this file; the content type goes by the extension.
  ///
  /// ```swift
  /// transport.stub(.get("/report"), with: .file(folder.appending(path: "report.pdf")))
  /// ```
  ///
  /// It is read now; one of more than 16 MB when it is sent, so that it must stay as it is. What cannot be read makes an answer that fails the test and the request. For files that the
  /// test target brings along there is ``fixture(_:in:)``.
  public static func file(_ url: URL) -> StubResponse {
    do {
      let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      return file(try Data(contentsOf: url, options: size > 1 << 24 ? .alwaysMapped : []), at: url)
    } catch {
      return failure(StubMisuse("the file \(url.path) cannot be read: \(error.localizedDescription)"))
    }
  }

  private static func file(_ content: Data, at place: URL) -> StubResponse {
    let type = contentTypes[place.pathExtension.lowercased()]
    return data(content, headers: type.map { ["Content-Type": $0] } ?? [:])
  }

  private static let contentTypes = [
    "css": "text/css", "csv": "text/csv", "gif": "image/gif", "html": "text/html", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json", "pdf": "application/pdf",
    "png": "image/png", "svg": "image/svg+xml", "txt": "text/plain; charset=utf-8", "xml": "application/xml",
  ]
}

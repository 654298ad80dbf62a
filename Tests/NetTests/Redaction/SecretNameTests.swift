import Foundation
import Net
import TestSupport
import Testing

@Suite struct SecretNameTests {
  @Test(arguments: [
    "Accept", "Accept-Language", "Access-Control-Allow-Credentials", "Access-Control-Allow-Headers", "Age",
    "Allow",
    "Cache-Control", "Content-Type", "Date", "ETag", "Host", "Idempotency-Key", "If-None-Match",
    "Last-Modified",
    "Origin", "Retry-After", "Sec-WebSocket-Accept", "Sec-WebSocket-Key", "Server", "Surrogate-Key",
    "User-Agent",
    "Vary", "WWW-Authenticate", "Proxy-Authenticate", "X-Amz-Date", "X-Amz-SignedHeaders", "X-Auth-Email",
    "X-Goog-Api-Client", "X-Goog-Hash", "X-OAuth-Scopes", "X-RateLimit-Limit", "X-Request-ID", "X-Author",
    "X-Cache-Key",
    "Content-Security-Policy", "X-Continuation-Token", "X-Partition-Key",
  ])
  func aHarmlessHeaderIsUnchanged(name: String) {
    expectEqual(Redaction.standard.redacted([name: "visible"])[name], "visible")
  }

  @Test(arguments: [
    "page_token", "next_page_token", "nextPageToken", "NextToken", "continuation_token", "sync_token",
    "keyword",
    "keywords", "monkey", "author", "authority", "authors", "tokenizer", "sort_key", "sortKey",
    "partition_key",
    "foreign_key", "status_code", "zip_code", "country_code", "error_code", "errorCode", "currencyCode",
    "postcode",
    "token_type", "token_endpoint", "password_length", "passwordStrength", "expires_in", "grant_type",
    "response_type",
    "code_challenge", "code_challenge_method", "nonce", "scope", "client_id", "redirect_uri", "secretary",
    "session_name",
    "signal", "signed", "passenger", "compass", "bypass", "pinned", "spin", "opinion",
    "cookie_policy",
    "X-Amz-Algorithm", "X-Amz-Date", "X-Amz-Expires", "X-Amz-SignedHeaders", "sv", "se", "sp", "page", "q",
    "state", "id",
    "hotkey", "turkey", "design", "assign", "sign_in", "signs", "zipcode", "unicode", "mapkey", "phonenumber",
    "max_tokens", "authenticated", "keyId",
  ])
  func aHarmlessParameterIsUnchanged(name: String) {
    let url = "https://example.com/?\(name)=7#\(name)=7"
    expectEqual(Redaction.standard.redacted(urlText: url), url)
    let form = Data("\(name)=7&a=b".utf8)
    expectEqual(Redaction.standard.redacted(body: form), form)
  }

  @Test(arguments: [
    #"{"code": 404, "message": "no such token"}"#,
    #"{"error": {"code": "not_found", "status": "NOT_FOUND"}}"#,
    #"{"key": "name", "keys": ["a"], "sort_key": "b", "issueKey": "NET-1", "public_key": "c"}"#,
    #"{"usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}, "max_tokens": 10}"#,
    #"{"next_page_token": "abc", "nextToken": "d", "author": "ada", "authority": "x", "token_type": "Bearer"}"#,
    #"{"auth": {"user": "ada"}, "session": {"name": "a"}, "authenticated": true, "pinned": false, "state": "open"}"#,
    #"{"error": "invalid_token", "error_description": "The token expired"}"#,
    #"{"tags": ["password", "token"]}"#,
    #"{"url": "https://example.com/a?b=c#d", "ssh_url": "git@github.com:a/b.git", "mail": "a@b.c"}"#,
    #"{"time": "12:30:00", "formula": "a=b", "text": "see: https://example.com/@ada"}"#,
    #"{"status_code": 1, "zipCode": "1010", "keyword": "k", "passenger": "p", "compass": "N"}"#,
  ])
  func harmlessJSONIsUnchanged(text: String) {
    expectEqual(Redaction.standard.redacted(body: Data(text.utf8)), Data(text.utf8))
  }

  @Test(arguments: [
    "https://example.com:8080/@ada", "https://example.com/a@b?c=d@e", "http://[::1]:80/a@b",
    "mailto:ada@example.com",
    "https://example.com:8080/users/a@b.c", "https://example.com?mail=a@b.c", "https://example.com/#a@b",
    "https://github.com/a/b/services/webhooks/1", "/bots/bot1/x", "https://example.com/a=b/c", "a/b:c",
    "urn:isbn:1",
  ])
  func aURLWithoutSecretsIsUnchanged(url: String) {
    expectEqual(Redaction.standard.redacted(urlText: url), url)
  }

  @Test(arguments: [
    "Bearer realm=\"api\", error=\"invalid_token\", error_description=\"The token expired\"",
    "Digest realm=\"a@b\", qop=\"auth\", nonce=\"abc\", opaque=\"def\"", "Basic realm=x",
    "no-cache, max-age=1",
    "text/html; charset=utf-8", "<https://example.com/?page=2>; rel=\"next\"", "W/\"abc=\"", "bytes 0-1/2",
    "Basic authentication is required", "Mon, 01 Jan 2024 10:00:00 GMT",
  ])
  func aHarmlessHeaderValueIsUnchanged(value: String) {
    expectEqual(Redaction.standard.redacted(["X-A": value])["X-A"], value)
  }

  @Test(arguments: [
    "https://user:p#hunter2@host/", "https://user:p/hunter2@host/", "https://user:p?hunter2@host/",
    "https://user:p@hunter2@host/", "https://user:p hunter2@host/", "https://user:12#hunter2@host/",
    "https://us#er:hunter2@host/", "user:hunter2@host/a", "https:/user:hunter2@host/", "//user:hunter2@host",
    "https://user:hunter2@[::1]/", "https:///user:hunter2@host/", "https://user:hunter2@",
    "https:user:hunter2@host",
  ])
  func theCredentialsOfAMalformedURLAreRedacted(url: String) {
    let shown = Redaction.standard.redacted(urlText: url)
    #expect(!shown.contains("hunter2"), "\(shown)")
    #expect(!"\(InvalidRequest.url(url))".contains("hunter2"))
    #expect(!Redaction.standard.redacted(text: "cannot open \(url)").contains("hunter2@host"))
  }

  @Test(arguments: [
    "mfa_code", "pw", "cardNumber", "two_factor_code", "twoFactorCode", "2fa_code", "security_answer",
    "magic_link",
    "login_code", "inviteCode", "X-Functions-Key", "appkey", "consumerkey", "subscriptionkey", "licensekey",
    "clientkey",
    "authcode", "verificationcode", "cardnumber", "smscode", "userapikeys", "sign", "api_sign",
  ])
  func aSecretParameterIsRedacted(name: String) {
    expectEqual(Redaction.standard.redacted(urlText: "/?\(name)=canary"), "/?\(name)=<redacted>")
    expectEqual(
      Redaction.standard.redacted(body: Data("\(name)=canary&a=b".utf8)), Data("\(name)=<redacted>&a=b".utf8))
  }

  @Test(arguments: [
    "CB-ACCESS-SIGN", "API-Sign", "X-BAPI-SIGN", "OK-ACCESS-SIGN", "X-Session", "X-Okta-Session", "X-AppKey",
  ])
  func aSecretHeaderIsRedacted(name: String) {
    expectEqual(Redaction.standard.redacted([name: "canary"])[name], "<redacted>")
    expectEqual(Redaction.standard.redacted(text: "a\n\(name): canary"), "a\n\(name): <redacted>")
  }

  @Test func aSignInATextIsShown() {
    for text in [#"{"sign": "Leo"}"#, "a sign: no parking", "sign=plus"] {
      expectEqual(Redaction.standard.redacted(text: text), text)
    }
  }

  @Test func theStateBesideAnAuthorizationCodeIsRedacted() {
    expectEqual(
      Redaction.standard.redacted(urlText: "/cb?code=1&state=2"), "/cb?code=<redacted>&state=<redacted>")
    expectEqual(Redaction.standard.redacted(urlText: "/issues?state=open"), "/issues?state=open")
  }

  @Test(arguments: [
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "glpat-abcdefghij0123456789", "xoxb-1234567890-abcdefghij", "sk_live_abcdefghij0123456789",
  ])
  func aWellKnownTokenIsRedactedAnywhere(token: String) {
    for text in [
      "/v1/verify/\(token)/x", "see \(token).", "a=\(token)", "{\"a\": \"\(token)\"}", "x \(token)",
    ] {
      #expect(!Redaction.standard.redacted(text: text).contains(token), "\(text)")
    }
  }

  @Test func namesCanBeRemovedFromTheList() {
    var redaction = Redaction.standard
    redaction.remove(headerName: "X-Device-Token")
    redaction.remove(queryName: "code")
    redaction.remove(bodyName: "signature")
    expectEqual(redaction.redacted(["X-Device-Token": "a"])["X-Device-Token"], "a")
    expectEqual(redaction.redacted(urlText: "/?code=a"), "/?code=a")
    let body = Data(#"{"signature": "func a()"}"#.utf8)
    expectEqual(redaction.redacted(body: body), body)
  }

  @Test(
    .heavy,
    arguments: [
      "a=", "://", "://a#", "://a:b#", "?a=", "\"a\":", "eyJ-", "<a ", "<token ", "a=\"\\\"", " bearer ",
      "/bot1", "name=\"a",
      "state=", "&", "--a\r\n", "{\"a\":\"", "%", "[", "\\", "%41", "%zz%41", "a%3D%26", "=%41&", "<![CDATA[",
      "<![CDATA[a=1&", "a=1&amp;",
    ])
  func hostileTextTakesLinearTime(unit: String) {
    expectLinearTime(from: 4_000) { Self.time(of: unit, bytes: $0) }
  }

  private static func time(of unit: String, bytes: Int) -> Duration {
    let text = String(repeating: unit, count: bytes / unit.utf8.count)
    return processorTime {
      for beginning in ["", "{\"a\":\"", "<a>", "a=b&", "--a\r\n", "x "] {
        _ = Redaction.standard.redacted(body: Data((beginning + text).utf8))
      }
      _ = Redaction.standard.redacted(urlText: text)
    }
  }
}

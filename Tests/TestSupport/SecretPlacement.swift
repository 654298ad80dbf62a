package import Foundation
package import Net

/// A secret at one position of an exchange.
///
/// The secret is always the same word, so that a single search finds it.
package struct SecretPlacement: Sendable {
  /// The secret.
  package static let canary = "hunter2"

  package var name: String
  package var url = "https://api.example.com/items?page=2"
  package var requestHeaders: HTTPHeaders = [:]
  package var requestBody: String?
  package var responseHeaders: HTTPHeaders = [:]
  package var responseBody: String?

  package var request: TransportRequest {
    TransportRequest(
      method: requestBody == nil ? .get : .post, url: URL(string: url) ?? URL(filePath: "/"),
      headers: requestHeaders,
      body: requestBody.map { .data(Data($0.utf8)) } ?? .none)
  }

  package var response: ResponseHead {
    ResponseHead(status: 400, headers: responseHeaders, url: request.url, httpVersion: "HTTP/1.1")
  }

  package var data: Data { Data((responseBody ?? "").utf8) }
}

extension SecretPlacement {
  package static let headers: [SecretPlacement] =
    [
      "Authorization", "Proxy-Authorization", "X-Api-Key", "Api-Key", "apikey", "X-Auth-Token", "X-Auth-Key",
      "X-Amz-Security-Token", "X-Csrf-Token", "X-CSRFToken", "X-XSRF-TOKEN", "PRIVATE-TOKEN", "JOB-TOKEN",
      "X-Vault-Token", "X-Shopify-Access-Token", "X-Shopify-Hmac-Sha256", "X-Goog-Api-Key",
      "X-Goog-Iap-Jwt-Assertion", "Ocp-Apim-Subscription-Key", "x-functions-key", "DD-API-KEY",
      "DD-APPLICATION-KEY", "X-RapidAPI-Key", "CF-Access-Client-Secret", "X-Hub-Signature-256",
      "Stripe-Signature", "X-Slack-Signature", "X-Twilio-Signature", "X-Session-Id", "X-Secret", "X-Password",
      "Password", "X-Access-Token", "Session-Token", "X-Parse-REST-API-Key", "X-Parse-Session-Token",
      "Authentication-Info", "DPoP", "Cookie", "Cookie2", "X-Plex-Token", "X-Amzn-Oidc-Accesstoken", "X-Otp",
    ].map {
      SecretPlacement(name: "header \($0)", requestHeaders: [$0: canary], responseHeaders: [$0: canary])
    }
    + [SecretPlacement(name: "header Set-Cookie", responseHeaders: ["Set-Cookie": "sid=hunter2; Path=/"])]

  package static let urlsInHeaders: [SecretPlacement] = [
    ("Location", "https://example.com/cb?access_token=hunter2"),
    ("Location", "/cb?code=hunter2&state=hunter2"),
    ("Location", "https://example.com/cb#access_token=hunter2&token_type=bearer"),
    ("Location", "myapp://cb#id_token=hunter2"), ("Location", "/#/cb?code=hunter2"),
    ("Location", "https://user:hunter2@example.com/"), ("Location", "//user:hunter2@example.com/"),
    ("Location", "https://example.com/login?next=https%3A%2F%2Fb.example%2F%3Ftoken%3Dhunter2"),
    ("Content-Location", "/a?token=hunter2"), ("Referer", "https://example.com/?token=hunter2"),
    ("Link", "<https://example.com/a?page=2&access_token=hunter2>; rel=\"next\", </b?sig=hunter2>; rel=prev"),
    ("Refresh", "5; url=https://example.com/?token=hunter2"), ("Origin", "https://user:hunter2@example.com"),
    ("SourceMap", "/a.js.map?sig=hunter2"), ("X-Original-URL", "/cb?code=hunter2"),
    ("X-Ms-Copy-Source", "https://a.blob.example/c?sv=2020&sig=hunter2"),
    ("Destination", "https://user:hunter2@dav.example/a"), ("X-Upstream", "Bearer hunter2token0"),
    ("Alt-Used", "token=hunter2"), ("X-Debug", "{\"password\": \"hunter2\"}"),
  ].map {
    SecretPlacement(
      name: "\($0): \($1)", requestHeaders: [HTTPField(name: $0, value: $1)],
      responseHeaders: [HTTPField(name: $0, value: $1)])
  }

  package static let urls: [SecretPlacement] =
    [
      "https://user:hunter2@example.com/", "https://hunter2@example.com/a",
      "https://u:p%23hunter2@example.com/",
      "https://example.com/#access_token=hunter2", "https://example.com/#id_token=hunter2&state=1",
      "https://example.com/#/cb?access_token=hunter2", "https://example.com/a;jsessionid=hunter2?x=1",
      "https://example.com/?next=%2Fcb%3Fcode%3Dhunter2",
      "https://example.com/?u=https%3A%2F%2Fme%3Ahunter2%40b.example%2F",
      "https://api.telegram.org/bot123456:hunter2/getMe",
      "https://hooks.slack.com/services/T0/B0/hunter2", "https://discord.com/api/webhooks/123/hunter2",
    ].map { SecretPlacement(name: $0, url: $0) }
    + [
      "X-Amz-Signature", "X-Amz-Credential", "X-Amz-Security-Token", "X-Goog-Signature", "X-Goog-Credential",
      "Signature", "AWSAccessKeyId", "sig", "signature", "key", "api_key", "apiKey", "apikey", "api-key",
      "code", "token", "access_token", "accessToken", "accesstoken", "auth", "auth_token", "client_secret",
      "code_verifier", "assertion", "client_assertion", "id_token", "id_token_hint", "refresh_token",
      "SAMLResponse", "password", "passwd", "pwd", "passphrase", "user[password]", "user%5Bpassword%5D",
      "user.password", "credential", "credentials", "session_id", "sessionId", "sid", "jwt", "otp", "pin",
      "cvv", "csrf", "_csrf", "csrf_token", "authenticity_token", "oauth_token", "oauth_signature",
      "oauth_verifier", "ticket", "hmac", "private_key", "app_key", "subscription-key", "secret", "mySecret",
      "%74oken", "pass+word_secret", "webhookSecret", "device_code", "reset_token", "PHPSESSID",
    ].map { SecretPlacement(name: "query \($0)", url: "https://example.com/a?page=2&\($0)=hunter2&b=1#c") }

  package static let bodies: [SecretPlacement] = [
    (form, "user=a&password=hunter2\n"), (form, "password=a hunter2"), (form, "password=ü hunter2"),
    (form, "user=ü&code=hunter2"), (form, "user%5Bpassword%5D=hunter2"), (nil, "password=hunter2\r\n"),
    (nil, "user=a b&password=c hunter2"), ("application/json", "client_secret=hunter2&grant_type=x"),
    ("text/plain", "user=a\npassword=a hunter2\n"), (form, "\npassword=hunter2"),
    (form, "redirect=https%3A%2F%2Fh%2F%3Ftoken%3Dhunter2"), (form, #"data={"password":"hunter2"}"#),
    (form, "data=%7B%22password%22%3A%22hunter2%22%7D"), (form, "key=hunter2"),
    (json, #"{"a": {"b": [{"password": "hunter2"}]}}"#), (json, #"{"pass\u0077ord": "hunter2"}"#),
    (json, "{\"token\": \"hunter2\"}\n{\"token\": \"hunter2\"}\n"),
    (json, "\u{feff} \n{\"token\":\"hunter2\"}"),
    (json, #"{"token": null, "token": "hunter2"}"#), (json, #"{"password": "hunter2"#),
    (json, #"{"apiKey": "hunter2", "AWSSecretAccessKey": "hunter2", "SessionToken": "hunter2"}"#),
    (json, #"{"next": "https://h/?access_token=hunter2"}"#), (json, #"{"next":"https:\/\/u:hunter2@h\/"}"#),
    (json, #"{"body": "{\"password\": \"hunter2\"}"}"#), (json, #"{"credentials": {"user": "hunter2"}}"#),
    (json, #"{"auth": "hunter2", "pwd": "hunter2", "jwt": "hunter2", "pin": "hunter2"}"#),
    (form, #"{"password": "hunter2"}"#), ("text/plain", #"{"password": "hunter2"}"#),
    (json, ")]}',\n{\"token\": \"hunter2\"}"), (json, #"cb({"token": "hunter2"})"#),
    ("text/event-stream", "data: {\"token\": \"hunter2\"}\n\n"),
    (json, #"[{"name": "password", "value": "hunter2"}]"#),
    ("multipart/form-data; boundary=b", part("password", "hunter2")),
    (nil, part("api_key", "hunter2\r\n\r\n2")),
    ("multipart/form-data; boundary=b", part("meta", #"{"password": "hunter2"}"#)),
    ("multipart/form-data; boundary=b", "--b\nContent-Disposition: form-data; name=token\n\nhunter2\n--b--"),
    (
      "multipart/form-data; boundary=b",
      "--b\r\nContent-Disposition: form-data; name=\"secret\"\r\n\r\nhunter2"
    ),
    ("text/xml", "<a><Password>hunter2</Password></a>"), ("text/xml", "<a password=\"hunter2\" b='c'/>"),
    ("text/xml", "<s:a><wsse:Password Type=\"t\"><![CDATA[hunter2]]></wsse:Password></s:a>"),
    ("text/html", "<a href=\"/cb?code=hunter2\">a</a>"),
    ("text/html", "<input type=hidden name=\"csrf_token\" value=\"hunter2\">"),
    ("text/plain", "see https://me:hunter2@h/ and https://h/?token=hunter2"),
    ("text/plain", "Authorization: Bearer hunter2"), ("application/yaml", "a: 1\npassword: hunter2\n"),
  ].map { type, body in
    let headers: HTTPHeaders = type.map { ["Content-Type": $0] } ?? [:]
    return SecretPlacement(
      name: "body \(body)", requestHeaders: headers, requestBody: body, responseHeaders: headers,
      responseBody: body)
  }

  package static let all = headers + urlsInHeaders + urls + bodies

  private static let form: String? = "application/x-www-form-urlencoded"
  private static let json: String? = "application/json; charset=utf-8"

  private static func part(_ name: String, _ content: String) -> String {
    "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(content)\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"
  }
}

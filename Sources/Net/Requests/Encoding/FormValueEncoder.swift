/// The `Encoder` that a value receives.
///
/// It fills one node.
struct FormValueEncoder: Encoder {
  let node: FormNode
  let codingPath: [any CodingKey]
  let options: URLEncodedFormEncoder

  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeKeyed()
    return KeyedEncodingContainer(
      FormKeyedContainer<Key>(node: node, codingPath: codingPath, options: options))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return FormUnkeyedContainer(node: node, codingPath: codingPath, options: options)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    FormSingleValueContainer(node: node, codingPath: codingPath, options: options)
  }
}

/// A key that is not a member's name: an index or `super`.
struct FormKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) { self.init(index: intValue) }
}

struct FormKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: FormNode
  let codingPath: [any CodingKey]
  let options: URLEncodedFormEncoder

  func encodeNil(forKey key: Key) throws { member(key).set(.null) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encodeAny(value, key) }

  private func encodeAny(_ value: some Encodable, _ key: Key) throws {
    try member(key).encode(value, path: codingPath + [key], options: options)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(key, isContainer: true).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key, isContainer: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(FormKey(stringValue: "super")) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  func member(_ key: any CodingKey, isContainer: Bool = false) -> FormNode {
    let isOfDictionary = DictionaryKeys.isType(Key.self)
    return node.member(
      key.stringValue, key: isOfDictionary ? key.stringValue : options.name(of: key, at: codingPath),
      isOfDictionary: isOfDictionary, isContainer: isContainer)
  }

  private func encoder(_ key: any CodingKey, isContainer: Bool = false) -> FormValueEncoder {
    FormValueEncoder(
      node: member(key, isContainer: isContainer), codingPath: codingPath + [key], options: options)
  }
}

// The standard library's implementations for integers of 128 bits throw.
extension FormKeyedContainer {
  func encode(_ value: Int128, forKey key: Key) throws { try encodeAny(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try encodeAny(value, key) }
}

extension FormUnkeyedContainer {
  func encode(_ value: Int128) throws { try encodeAny(value) }
  func encode(_ value: UInt128) throws { try encodeAny(value) }
}

extension FormSingleValueContainer {
  func encode(_ value: Int128) throws { try encodeAny(value) }
  func encode(_ value: UInt128) throws { try encodeAny(value) }
}

struct FormUnkeyedContainer: UnkeyedEncodingContainer {
  let node: FormNode
  let codingPath: [any CodingKey]
  let options: URLEncodedFormEncoder

  var count: Int { node.elements.count }

  func encodeNil() throws { node.element().set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { try encodeAny(value) }

  private func encodeAny(_ value: some Encodable) throws {
    let path = codingPath + [FormKey(index: count)]
    try node.element().encode(value, path: path, options: options)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> FormValueEncoder {
    let path = codingPath + [FormKey(index: count)]
    return FormValueEncoder(node: node.element(), codingPath: path, options: options)
  }
}

struct FormSingleValueContainer: SingleValueEncodingContainer {
  let node: FormNode
  let codingPath: [any CodingKey]
  let options: URLEncodedFormEncoder

  func encodeNil() throws { node.set(.null) }

  func encode<Value: Encodable>(_ value: Value) throws { try encodeAny(value) }

  private func encodeAny(_ value: some Encodable) throws {
    try node.encode(value, path: codingPath, options: options)
  }
}

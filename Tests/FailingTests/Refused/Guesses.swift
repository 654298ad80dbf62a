// What is often written first: the compiler says what to write instead.
import Foundation
import NetTesting

let network = NetworkingMock()

// compiles: network.stub(.post("/a") && .json(equals: ["a": 1]), with: .failure(URLError(.badURL)))
// refused: network.stub(.post("/a") && .json(["a": 1]), with: .status(204))
// refused: network.stub(.post("/a") && .form(["a": "1"]), with: .status(204))
// refused: network.stub(.get("/a") && .query(["a": "1"]), with: .status(204))
// refused: network.stub(.get("/a"), with: .error(URLError(.badURL)))
// compiles: network.stub(.get("/a"), with: .json(["a": 1]).delay(.seconds(2)).status(500).header("A", "b"))
// refused: network.stub(.get("/a"), with: .json(["a": 1]).delay(2))
// refused: network.stub(.get("/a"), with: .json(["a": 1]).delay(0.5))
// refused: network.stub(.get("/a"), with: .json(["a": 1]).statusCode(500))
// refused: network.stub(.get("/a"), with: .json(["a": 1]).headers(["A": "b"]))
// compiles: network.stub(.get("/a"), with: [])
// compiles: network.stub(.get("/a"), with: [1, 2])
// refused: network.stub(.get("/a"), with: [.status(503), .status(200)])

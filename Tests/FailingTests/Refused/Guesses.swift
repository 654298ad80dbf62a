// What is often written first: the compiler says what to write instead.
import Foundation
import NetTesting

let network = NetworkingMock()

// compiles: network.stub(.post("/a") && .json(equals: ["a": 1]), with: .failure(URLError(.badURL)))
// refused: network.stub(.post("/a") && .json(["a": 1]), with: .status(204))
// refused: network.stub(.post("/a") && .form(["a": "1"]), with: .status(204))
// refused: network.stub(.get("/a") && .query(["a": "1"]), with: .status(204))
// refused: network.stub(.get("/a"), with: .error(URLError(.badURL)))

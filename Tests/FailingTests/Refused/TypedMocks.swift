// A typed mock takes no value of another type.
import NetTesting

let find = Mocked<Int, String, Bool>("find")

// compiles: find.expect(3, any()).to(.return(true))
// refused: find.expect("3", any()).to(.return(true))
// refused: find.expect(3).to(.return(true))
// refused: find.expect(3, any()).to(.return("true"))
// refused: find.expect(3, any()).toCall { (id: String, realm: String) in true }
// refused: let found: String = find(3, "staff")

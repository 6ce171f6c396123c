import Testing

@testable import Timeline

@Suite struct EasingParserTests {
  @Test func `every listed name can be written and has one line of help`() throws {
    #expect(Easing.allNames.count == 42)
    #expect(Set(Easing.allNames.map(\.spelling)).count == 42)
    for name in Easing.allNames {
      #expect(name.help.hasSuffix(".") && name.help.count < 100)
      if name.spelling == name.word {
        #expect(try Easing(parsing: name.word).description == name.word)
      }
    }
  }

  @Test func `names of CSS are their functions`() throws {
    for (name, function) in [
      ("ease", "cubic-bezier(0.25, 0.1, 0.25, 1)"), ("ease-in", "cubic-bezier(.42,0,1,1)"),
      ("ease-out", "cubic-bezier( 0 , 0 , 0.58 , 1 )"), ("step-end", "steps(1)"),
      ("ease-in-out", "  cubic-bezier(42e-2,0,0.58,1.0)  "), ("step-start", "steps(1, start)"),
      ("spring", "spring()"), ("spring", "spring(1, 100)"), ("spring", "spring(1,100,10,0)"),
    ] {
      #expect(try Easing(parsing: name).curve == Easing(parsing: function).curve, "\(function)")
    }
  }

  @Test func `the description can be parsed again`() throws {
    for text in ["steps(4,jump-none)", "linear(0,0.25 25% 75%,1)", "easeOutBounce", "spring(2)"] {
      let easing = try Easing(parsing: text)
      #expect(try Easing(parsing: easing.description) == easing)
    }
    #expect(try Easing(parsing: "steps( 4,end )").description == "steps(4, end)")
  }

  @Test(arguments: [
    ("cubic-bezier(1.1, 0, 0, 1)", "x1 and x2 of cubic-bezier must be from 0 to 1"),
    ("cubic-bezier(0, 0, 1)", "cubic-bezier needs four numbers: cubic-bezier(x1, y1, x2, y2)"),
    ("cubic-bezier(0, 0, 1, 50%)", "cubic-bezier needs four numbers: cubic-bezier(x1, y1, x2, y2)"),
    ("cubic-bezier", "cubic-bezier needs arguments: cubic-bezier(x1, y1, x2, y2)"),
    ("cubic-bezier(0 0 1 1)", "cubic-bezier needs four numbers: cubic-bezier(x1, y1, x2, y2)"),
    ("steps(0)", "the number of steps must be a whole number from 1 to 1000000"),
    ("steps(1.5)", "the number of steps must be a whole number from 1 to 1000000"),
    ("steps(1, jump-none)", "the number of steps must be a whole number from 2 to 1000000"),
    ("steps(2, middle)", "the term of steps is one of jump-start, jump-end, jump-none, jump-both"),
    ("steps()", "steps needs a number and perhaps a term: steps(n, term)"),
    ("linear()", "linear() needs stops, such as linear(0, 0.25 75%, 1)"),
    ("linear(20%)", "a stop of linear() is a number with up to two percentages"),
    ("linear(1 1% 2% 3%)", "a stop of linear() is a number with up to two percentages"),
    ("ease()", "ease takes no arguments"),
    ("easeOutBounce(3)", "easeOutBounce takes no arguments"),
    (
      "spring(0)",
      "mass, stiffness and damping of a spring must be from 0.001 to 1000000, and its velocity "
        + "within a million"
    ),
    ("spring(1, 100, 0.01)", "the spring has too little damping to settle; raise it"),
    (
      "spring(1, 2, 3, 4, 5)",
      "spring needs up to four numbers: spring(mass, stiffness, damping, velocity)"
    ),
    ("steps(4", "the arguments of 'steps' are separated by commas and end with ')'"),
    ("steps(4px)", "the arguments of an easing must be plain numbers or percentages"),
    ("ease-in, ease-out", "an easing is a name, or a function such as \"steps(4, jump-end)\""),
    ("", "an easing is a name, or a function such as \"steps(4, jump-end)\""),
    ("easeoutbounce", "unknown easing 'easeoutbounce'"),
    ("bezier(0, 0, 1, 1)", "unknown easing 'bezier'"),
  ])
  func `faults say what is allowed`(text: String, message: String) {
    #expect(valueError { () throws(ValueError) in try Easing(parsing: text) }?.message == message)
  }

  @Test func `an unknown name comes with those that are known`() {
    let error = valueError { () throws(ValueError) in try Easing(parsing: "ease-inn") }
    #expect(error?.kind == .unknownName("ease-inn", names: Easing.allNames.map(\.word)))
  }
}

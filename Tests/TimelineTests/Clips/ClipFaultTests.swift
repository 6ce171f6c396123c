import Testing

@testable import Timeline

/// The messages of faults in clips, video layers and transitions.
@Suite struct ClipFaultTests {
  typealias Case = JSONParserTests.Case

  static func clip(_ text: String, _ messages: String...) -> (String, [String]) {
    (#"{"version": 1, "clips": [\#(text)]}"#, messages)
  }

  static func layer(_ text: String, _ messages: String...) -> (String, [String]) {
    (#"{"version": 1, "layers": [\#(text)]}"#, messages)
  }

  /// Where frames come from.
  static let sources = [
    clip(#"1️⃣{}"#, "1: a clip needs 'source'"),
    clip(#"1️⃣5"#, "1: a clip is an object, not a number"),
    clip(
      #"1️⃣"a.mp4""#, #"1: a clip is an object, not a string; write { "source": "a.mp4" }"#),
    clip(#"{1️⃣"src": "a"}"#, "1: unknown key 'src' in a clip; did you mean 'source'?"),
    clip(#"{1️⃣"sorce": "a"}"#, "1: unknown key 'sorce' in a clip; did you mean 'source'?"),
    clip(
      #"{"source": 1️⃣5}"#,
      "1: 'source' takes a file or \"stdin\", not a number; a source is \"stdin\", a file, or an object with one of the keys 'image', 'color', 'gradient', 'testsrc' or 'timeline'"
    ),
    clip(#"{"source": 1️⃣""}"#, "1: 'source' names no file"),
    clip(#"{"source": 1️⃣"-"}"#, "1: 'source' cannot be '-'; standard input is \"stdin\""),
    clip(
      #"{"source": 1️⃣"https://example.org/a.mp4"}"#,
      "1: 'source' cannot be 'https://example.org/a.mp4'; only files are read"),
    clip(
      #"{"source": {"image": 1️⃣"https://example.org/a.png"}}"#,
      "1: 'image' cannot be 'https://example.org/a.png'; only files are read"),
    clip(
      #"{"source": 1️⃣{}}"#,
      "1: the source is empty; a source is \"stdin\", a file, or an object with one of the keys "
        + "'image', 'color', 'gradient', 'testsrc' or 'timeline'"
    ),
    clip(
      #"{"source": {"color": "red", 1️⃣"image": "a.png"}, "duration": 1}"#,
      "1: a source has one key, not 2; a source is \"stdin\", a file, or an object with one of the keys 'image', 'color', 'gradient', 'testsrc' or 'timeline'"
    ),
    clip(
      #"{"source": {1️⃣"colour": "red"}, "duration": 1}"#,
      "1: unknown kind of source 'colour'; did you mean 'color'?"),
    clip(
      #"{"source": {1️⃣"file": "a.mp4"}}"#,
      "1: unknown kind of source 'file'; write the file's path, or \"stdin\", without an object"),
    clip(
      #"{"source": {"color": 1️⃣"rde"}, "duration": 1}"#,
      "1: 'color' cannot be 'rde'; did you mean 'red'?"),
    clip(
      #"{"source": {"testsrc": 1️⃣true}, "duration": 1}"#,
      "1: 'testsrc' takes an object, not true; {} uses all defaults"),
    clip(
      #"{"source": {"testsrc": {1️⃣"cell": 3, "cells": 2️⃣99}}, "duration": 1}"#,
      "1: unknown key 'cell' in a testsrc source; did you mean 'cells'?",
      "2: 'cells' must be from 1 to 64, not 99"),
    clip(
      #"{"source": 1️⃣{"color": "red"}}"#,
      "1: the clip needs a 'duration', because its source has no end of its own"),
    clip(
      #"{"source": {"color": "red"}, "duration": 1️⃣true}"#,
      "1: 'duration' takes a time, not true; write seconds, \"90f\" or \"1:02.5\""),
    clip(
      #"{"source": {"color": "red"}, "duration": 1️⃣-1, "loop": 2}"#,
      "1: 'duration' must be more than 0"),
    clip(
      #"{"source": {"color": "red"}, "duration": 2, "reverse": 1️⃣true}"#,
      "1: 'reverse' needs an 'out', because the source has no end of its own"),
  ]

  /// A length that is none, which is reported once.
  static let lengths = [
    clip(
      #"{"source": {"color": "red"}, "duration": 1️⃣"bar:2", "zoom": {"from": 1, "to": 2}}"#,
      "1: 'duration' is a length, and a bar is a moment; a clip's 'start' and 'end' can "
        + "be one"),
    clip(
      #"{"source": "a", "duration": 1️⃣"x", "zoom": {"from": 1, "to": 2}}"#,
      "1: 'duration' cannot be 'x': a time is a number of seconds, or text such as \"90f\", "
        + "\"250ms\", \"1:02.5\", \"00:01:02.500\", \"1001/30000\" or \"50%\""),
  ]

  /// What is played of it, and when.
  static let playing = [
    clip(#"{"source": "a", "in": 1️⃣-1}"#, "1: 'in' cannot be negative"),
    clip(#"{"source": "a", "in": 1️⃣"10%"}"#, "1: 'in' takes a time, not a percentage"),
    clip(
      #"{"source": "a", "in": 1️⃣{"type": "wipe", "duration": 1}}"#,
      "1: 'in' takes a time, not an object; the transition to the next clip is 'transition'"),
    clip(
      #"{"source": "a", "in": 3, "out": 1️⃣2}"#,
      "1: 'out' must be after 'in'; both count in the source's own time"),
    clip(
      #"{"source": "a", "out": 1️⃣0}"#,
      "1: 'out' must be more than 0; both count in the source's own time"),
    clip(#"{"source": "a", "duration": 1️⃣0}"#, "1: 'duration' must be more than 0"),
    clip(
      #"{"source": "a", 2️⃣"out": 3, 1️⃣"duration": 2}"#,
      "1: a clip has both 'out' and 'duration'; give one of them, or 'loop' [2: 'out' is given here]"
    ),
    clip(
      #"{"source": "a", 1️⃣"endTime": 3}"#,
      "1: unknown key 'endTime' in a clip; did you mean 'end'?"),
    clip(
      #"{"source": "a", "start": 2, "end": 1️⃣2}"#,
      "1: 'end' must be after the clip's start, which is at 2 s"),
    clip(
      #"{"source": "a"}, {"source": "b", "end": 1️⃣9}"#,
      "1: 'end' does not say how long the clip is, because the end of the clip before is not "
        + "known; give the clip a 'start', or a 'duration'"),
    clip(
      #"{"source": "a", 2️⃣"end": 3, 1️⃣"duration": 1}"#,
      "1: a clip has both 'end' and 'duration'; give one of them [2: 'end' is given here]"),
    clip(
      #"{"source": "a", 2️⃣"out": 3, 1️⃣"end": 3}"#,
      "1: a clip has both 'out' and 'end'; give one of them, or 'loop' [2: 'out' is given here]"),
    clip(#"{"source": "a", "start": 1️⃣-3}"#, "1: 'start' cannot be negative"),
    clip(
      #"{"source": "a", "speed": 1️⃣0}"#,
      "1: 'speed' must be from 0.01 to 100; 'freeze' stops the picture"),
    clip(
      #"{"source": "a", "speed": 1️⃣-1}"#,
      "1: 'speed' must be from 0.01 to 100; 'reverse' plays backwards"),
    clip(#"{"source": "a", "speed": 1️⃣101}"#, "1: 'speed' must be from 0.01 to 100, not 101"),
    clip(
      #"{"source": "a", "speed": 1️⃣"fast"}"#,
      "1: 'speed' cannot be 'fast'; a speed is a factor, or text such as \"1/3\" or \"50%\""),
    clip(
      #"{"source": "a", "speed": 1️⃣true}"#,
      "1: 'speed' takes a speed such as 2 or \"1/3\", not true"),
    clip(
      #"{"source": "a", "speed": 1️⃣{"keys": [[0, 1], [2, 2], ["100%", 1]]}}"#,
      "1: the times in 'speed' are in seconds and in percentages of a clip whose length depends on "
        + "'speed'; give the clip a 'duration', or use times of one kind"
    ),
    clip(
      #"{"source": "a", "speed": 1️⃣{"from": 1, "to": 2, "delay": 1}}"#,
      "1: the times in 'speed' are in seconds and in percentages of a clip whose length depends on "
        + "'speed'; give the clip a 'duration', or use times of one kind"
    ),
    clip(
      #"{"source": "a", "speed": 1️⃣{"keys": [\#(String(repeating: "[1, 1],", count: 1001))]}}"#,
      "1: 'speed' has 1001 keys, more than 1000"),
    clip(#"{"source": "a", "loop": 1️⃣0}"#, "1: 'loop' must be from 1 to 1000000, not 0"),
    clip(
      #"{"source": "a", "loop": 1️⃣true}"#, "1: 'loop' takes a count or \"forever\", not true"),
    clip(
      #"{"source": "a", "loop": 1️⃣"for ever"}"#,
      "1: 'loop' cannot be 'for ever'; did you mean 'forever'?"),
    clip(
      #"{"source": "a", "out": 2, "loop": 1️⃣"forever"}"#,
      "1: a clip that loops for ever needs a 'duration'"),
    clip(
      #"{"source": "a", 1️⃣"pingpong": true}"#,
      "1: 'pingpong' needs a 'loop' of more than one pass; \"loop\": 2 plays forwards, then "
        + "backwards"),
    clip(
      #"{"source": "a", "freeze": 1️⃣2}"#,
      "1: 'freeze' takes an object, not a number; its keys are at and duration"),
    clip(#"{"source": "a", "freeze": 1️⃣{"at": 2}}"#, "1: 'freeze' needs 'duration'"),
    clip(
      #"{"source": "a", "freeze": {"at": 1️⃣"120%", "duration": 1}}"#,
      "1: the freeze must be within the clip"),
    clip(
      #"{"source": "a", "freeze": {"at": 1, "duration": 1️⃣0}}"#,
      "1: 'duration' must be more than 0"),
    clip(
      #"{"source": "a", "freeze": {"at": 1, "duration": 1️⃣"5%"}}"#,
      "1: 'duration' takes a time, not a percentage"),
    clip(
      #"{"source": "a", "sampling": 1️⃣"nearst"}"#,
      "1: 'sampling' cannot be 'nearst'; did you mean 'nearest'?"),
    clip(
      #"{"source": "a", "fit": 1️⃣"contian", 2️⃣"zom": 2}"#,
      "1: 'fit' cannot be 'contian'; did you mean 'contain'?",
      "2: unknown key 'zom' in a clip; did you mean 'zoom'?"),
    clip(
      #"{"source": "a", "zoom": 1️⃣{"to": 2}}"#,
      "1: the animation of 'zoom' needs a 'duration', because the length of the clip is not known; give one here, or give the clip an 'out' or a 'duration'"
    ),
    clip(
      #"{"source": "a", "volume": 1️⃣"loud"}"#,
      "1: 'volume' cannot be 'loud'; a gain is a factor, or text such as \"-6dB\" or \"50%\""),
    clip(
      #"{"source": "a", "volume": 1️⃣-6}"#,
      #"1: 'volume' must be from 0 to 1000, not -6; decibels are text: "-6dB""#),
    clip(#"{"source": "a", "fadeIn": 1️⃣-1}"#, "1: 'fadeIn' cannot be negative"),
    clip(#"{"source": "a", "enabled": 1️⃣1}"#, "1: 'enabled' takes true or false, not a number"),
  ]

  static let effects = [
    clip(
      #"{"source": "a", "effects": 1️⃣{}}"#, "1: 'effects' takes an array of effects, not an object"),
    clip(
      #"{"source": "a", "effects": [1️⃣"vortex"]}"#,
      #"1: an effect is an object, not a string; write { "effect": "vortex" }"#),
    clip(
      #"{"source": "a", "effects": [{"type": 1️⃣"color"}]}"#,
      "1: the 'effects' of a clip take only effects; 'type' may be left out; other layers belong "
        + "in 'layers'"
    ),
    clip(
      #"{"source": "a", "effects": [1️⃣{}]}"#,
      "1: an effect layer needs 'effect'; it is 'vortex' or 'pointillize'"),
    clip(
      #"{"source": "a", "duration": 2, "effects": [{"effect": 1️⃣"votrex"}]}"#,
      "1: unknown effect 'votrex'; did you mean 'vortex'?"),
    clip(
      #"{"source": "a", "effects": [{"effect": 1️⃣"vortex"}]}"#,
      "1: 'angle' moves over the layer's range unless it is given, and the layer has no end; give 'angle', or an 'end' or a 'duration'"
    ),
    clip(
      #"{"source": "a", "duration": 2, "effects": [{"effect": "pointillize", "start": 1️⃣3}]}"#,
      "1: warning: a pointillize effect is never on while its clip is; its times count from the clip's start"
    ),
  ]

  static func transition(_ text: String, _ messages: String...) -> (String, [String]) {
    (
      #"{"version": 1, "clips": [{"source": "a", "transition": \#(text)}, {"source": "b"}]}"#,
      messages
    )
  }

  static let transitions = [
    transition(
      #"1️⃣"wipe""#,
      #"1: 'transition' takes a transition, not a string; such as {"type": "crossfade", "duration": 1}"#
    ),
    transition(
      #"1️⃣{"duration": 1}"#, #"1: a transition needs 'type'; such as "type": "crossfade""#),
    transition(
      #"{1️⃣"wipe": 1}"#, #"1: a transition needs 'type'; such as "type": "wipe""#),
    transition(
      #"{"type": 1️⃣3}"#, "1: 'type' takes the name of a transition, not a number"),
    transition(
      #"{"type": 1️⃣"wiep", "duration": 1}"#, "1: unknown transition 'wiep'; did you mean 'wipe'?"),
    transition(
      #"{"type": 1️⃣"star", "duration": 1}"#,
      "1: unknown transition 'star'; it is 'crossfade', 'wipe' or 'fade-through'"),
    transition(
      #"{"type": "wipe", "duration": 1️⃣-1}"#, "1: 'duration' cannot be negative"),
    transition(
      #"{"type": "wipe", "duration": 1️⃣"10%"}"#,
      "1: a percentage cannot be used because the length of the clip is not known; give the clip an 'out' or a 'duration', or write a time"
    ),
    transition(
      #"{"type": "wipe", "duration": 1, 1️⃣"directoin": "up", "ease": 2️⃣"ease-inn"}"#,
      "1: unknown key 'directoin' in a wipe transition; did you mean 'direction'?",
      "2: 'ease' cannot be 'ease-inn'; did you mean 'ease-in'?"),
    transition(
      #"{"type": 1️⃣"fade-through", "duration": 1}"#,
      "1: a fade-through transition needs 'color'"),
  ]

  static let layers = [
    layer(#"{"type": 1️⃣"video"}"#, "1: a video layer needs 'source'"),
    layer(
      #"{"type": "video", "source": "a", "in": 2, "out": 1️⃣1}"#,
      "1: 'out' must be after 'in'; both count in the source's own time"),
    layer(
      #"{"type": "video", "source": "a", "speed": 1️⃣{"to": 2}}"#,
      "1: the animation of 'speed' needs a 'duration', because the layer has no end; give one here, or give the layer an 'end' or a 'duration'"
    ),
    layer(
      #"{"type": "color", "in": 1️⃣2}"#,
      "1: 'in' takes a transition, not a number; the time when the layer starts is its 'start'"),
    layer(
      #"{"type": "color", "end": 3, "out": 1️⃣2}"#,
      "1: 'out' takes a transition, not a number; the time when the layer ends is its 'end'"),
    layer(
      #"{"type": "color", 1️⃣"out": {"type": "wipe", "duration": 1}}"#,
      "1: 'out' needs to know when the layer ends; give the layer an 'end' or a 'duration'"),
    layer(
      #"{"type": "color", "end": 2.5, "in": {"type": "wipe", "duration": 2}, "out": 1️⃣{"type": "wipe", "duration": 1}}"#,
      "1: 'in' and 'out' together take 3 s, but the layer lasts 2.5 s"),
    layer(
      #"{"type": "color", "end": 2, "in": 1️⃣{"type": "wipe", "duration": 3}}"#,
      "1: 'in' takes 3 s, but the layer lasts 2 s"),
    layer(
      #"{"type": "color", "end": 9, "in": {"type": "wipe", "duration": 1, 1️⃣"sound": "cut"}}"#,
      "1: warning: 'sound' has no effect here: the sound of a layer has 'fadeIn' and 'fadeOut'"
    ),
    layer(
      #"{"type": "video", "source": "a.mp4", 1️⃣"fadeIn": 1}"#,
      "1: warning: 'fadeIn' has no effect, because a video layer without 'volume' is silent; write "
        + #""volume": 1 to hear it"#),
    layer(
      #"{"type": "video", "source": {"color": "red"}, 1️⃣"volume": 1}"#,
      "1: warning: 'volume' has no effect, because the source has no sound"),
    layer(
      #"{"type": "color", "in": {"type": 1️⃣"wiep", "duration": 3}}"#,
      "1: unknown transition 'wiep'; did you mean 'wipe'?"),
  ]

  @Test(arguments: [sources, lengths, playing, effects, transitions, layers].flatMap(\.self))
  func `each fault has its message and its place`(_ item: (text: String, messages: [String])) {
    #expect(Sample.messages(item.text) == item.messages)
  }
}

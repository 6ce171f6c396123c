import Bytes
import Testing
import Timeline

@testable import Interchange

/// Clips of several cameras in XML of Final Cut Pro 7.
@Suite struct FCP7MulticlipTests {
  private static func frames(_ count: Int) -> Rational {
    Rational(reducing: Int128(count), over: 25)
  }

  /// A camera whose film begins `late` frames after the others.
  private static func camera(_ name: String, late: String) -> String {
    let item = """
      <clipitem id="\(name)i"><name>\(name)</name><duration>250</duration>\(late)
      <file id="\(name)f"><name>\(name).mov</name><pathurl>file://localhost/\(name).mov</pathurl>
      <duration>250</duration></file></clipitem>
      """
    return """
      <clip id="\(name)c"><name>\(name)</name><duration>250</duration>
      <rate><timebase>25</timebase></rate><media><video><track>\(item)</track></video>
      <audio><track>\(item.replacing("i\">", with: "s\">"))</track></audio></media></clip>
      """
  }

  private static func angle(_ clip: String, seen: String, heard: String) -> String {
    "<angle>\(seen)\(heard)\(clip)</angle>"
  }

  private static let seen = "<activevideoangle>TRUE</activevideoangle>"
  private static let unseen = "<activevideoangle>FALSE</activevideoangle>"

  private static func item(_ start: Int, in first: Int, _ angles: String) -> String {
    """
    <clipitem id="m\(start)"><name>multi</name><start>\(start)</start><end>\(start + 50)</end>
    <in>\(first)</in><out>\(first + 50)</out>
    <multiclip id="multi"><name>multi</name>\(angles)</multiclip></clipitem>
    """
  }

  private static func read(_ pictures: String, _ sounds: String = "") -> (CutTimeline, ImportLog) {
    FCP7Reader.read(
      SourceText(
        name: "a.xml",
        text: """
          <xmeml version="5"><sequence><name>s</name><rate><timebase>25</timebase></rate><media>
          <video><track>\(pictures)</track></video><audio><track>\(sounds)</track></audio>
          </media></sequence></xmeml>
          """))
  }

  @Test func `the active angle is seen, and later clips name its camera`() {
    let place = "<start>0</start><end>250</end><in>-1</in><out>-1</out>"
    let late = "<start>5</start><end>250</end><in>0</in><out>245</out>"
    let whole =
      Self.angle(Self.camera("a", late: place), seen: Self.unseen, heard: "<activeaudioangle/>")
      + Self.angle(Self.camera("b", late: late), seen: Self.seen, heard: "")
    let names =
      Self.angle(#"<clip id="ac"/>"#, seen: "<activevideoangle/>", heard: "")
      + Self.angle(#"<clip id="bc"/>"#, seen: Self.unseen, heard: "")
    let (cut, log) = Self.read(
      Self.item(0, in: 10, whole) + Self.item(50, in: 60, names), Self.item(0, in: 10, whole))
    #expect(log.messages.isEmpty, "\(log.messages)")
    var lost = ImportLog()
    let flat = cut.flattened(&lost)
    #expect(lost.messages.isEmpty)
    let clips = flat.clips()
    #expect(
      clips.map(\.media)
        == ["b", "a"].map { .file(["file://localhost/\($0).mov", "\($0).mov", $0]) })
    #expect(clips.map(\.start) == [5, 60].map(Self.frames))
    #expect(clips.map(\.duration) == [50, 50].map(Self.frames))
    #expect(flat.clips(1).map(\.media) == [.file(["file://localhost/a.mov", "a.mov", "a"])])
    #expect(flat.clips(1).map(\.start) == [Self.frames(10)])
  }

  @Test func `a film alone in a camera need not say where it stands`() {
    for place in ["", "<start>-1</start><end>-1</end>"] {
      let angle = Self.angle(Self.camera("a", late: place), seen: "", heard: "")
      let (cut, log) = Self.read(Self.item(0, in: 10, angle))
      #expect(log.messages.isEmpty, "\(log.messages)")
      var lost = ImportLog()
      #expect(cut.flattened(&lost).clips().map(\.start) == [Self.frames(10)])
    }
  }
}

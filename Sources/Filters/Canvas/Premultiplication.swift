import Y4M

extension Frame {
  /// Takes the samples of `source`, which are straight and of 8 bits, as premultiplied ones of 16
  /// in picture units: what is transparent has no colour that resampling could bring to light.
  func premultiply(_ source: SharedFrame) {
    guard let index = format.roles.firstIndex(of: .alpha) else { return }
    let count = format.width * format.height
    let alpha = source.samples8(source.format.planes[index])
    for plane in format.planes.indices {
      let from = source.samples8(source.format.planes[plane])
      let target = samples16(format.planes[plane])
      if plane == index {
        for i in 0..<count { target[i] = UInt16(alpha[i]) &* 257 }
      } else {
        for i in 0..<count {
          let product = UInt32(from[i]) &* UInt32(alpha[i]) &* 256
          target[i] = UInt16(truncatingIfNeeded: (product &+ 127) / 255)
        }
      }
    }
  }

  /// Takes the samples of `canvas`, which are premultiplied and of 16 bits, as straight ones of 8.
  ///
  /// - Parameter hidden: what planes hold where nothing is to be seen, in picture units.
  func divide(_ canvas: Frame, hidden: [UInt16]) {
    guard let index = format.roles.firstIndex(of: .alpha) else { return }
    let count = format.width * format.height
    let alpha = canvas.samples16(canvas.format.planes[index])
    for plane in format.planes.indices {
      let source = canvas.samples16(canvas.format.planes[plane])
      let target = samples8(format.planes[plane])
      if plane == index {
        for i in 0..<count { target[i] = UInt8(truncatingIfNeeded: (UInt32(alpha[i]) + 128) / 257) }
        continue
      }
      for i in 0..<count {
        let cover = UInt64(alpha[i])
        let units =
          cover == 0 ? UInt64(hidden[plane]) : (UInt64(source[i]) * 65535 + cover / 2) / cover
        target[i] = UInt8(truncatingIfNeeded: min((units + 128) >> 8, 255))
      }
    }
  }
}

import Foundation
import TestSupport

/// An instrument's findings in recorded sound. The instrument is numpy's Fourier transform.
struct Heard {
  struct Pulse {
    /// Milliseconds since the recording began: where it first passes 90 % of its amplitude.
    let start: Double
    /// Milliseconds above 90 %.
    let duration: Double
    /// Milliseconds from 10 to 90 %.
    let rise: Double
    /// The loudest sample, 1 at most.
    let peak: Double
    /// The tones within 20 dB of the loudest, lowest first: hertz, and decibels above the lowest.
    let tones: [(frequency: Double, level: Double)]
    var end: Double { start + duration }
  }

  let pulses: [Pulse]
  var gaps: [Double] { zip(pulses, pulses.dropFirst()).map { $1.start - $0.end } }

  /// - Parameter file: samples of 16 bits, one channel, 48,000 a second, without a header.
  init(_ file: String) throws {
    pulses = try Program.answer(["python3", "-c", Heard.instrument, file]).split(separator: "\n")
      .map { line in
        let fields = line.split(separator: " ").map(String.init)
        let numbers = fields.prefix(4).compactMap(Double.init)
        let tones = fields.dropFirst(4).map { tone in
          let pair = tone.split(separator: ":").compactMap { Double($0) }
          return (frequency: pair[0], level: pair[1])
        }
        return Pulse(
          start: numbers[0], duration: numbers[1], rise: numbers[2], peak: numbers[3], tones: tones)
      }
  }

  private static let instrument = """
    import sys, numpy as np
    rate = 48000
    x = np.fromfile(sys.argv[1], '<i2').astype(float) / 32767
    if not len(x) or np.abs(x).max() < 0.001: sys.exit()
    reach = rate // 392 // 2
    padded = np.pad(np.abs(x), reach)
    envelope = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).max(axis=1)
    most = envelope.max()
    loud = np.concatenate(([0], (envelope >= 0.9 * most).astype(int), [0]))
    starts = np.flatnonzero(np.diff(loud) == 1)
    ends = np.flatnonzero(np.diff(loud) == -1)
    for start, end in zip(starts, ends):
        soft = np.flatnonzero(envelope[:start] < 0.1 * most)
        rise = start - (soft[-1] if len(soft) else 0)
        part = x[start:end]
        spectrum = np.abs(np.fft.rfft(part * np.hanning(len(part)), 1 << 17))
        inner = spectrum[1:-1]
        tops = 1 + np.flatnonzero((inner > spectrum[:-2]) & (inner >= spectrum[2:])
                                  & (inner > 0.1 * spectrum.max()))
        level = 20 * np.log10(spectrum[tops] / spectrum[tops[0]])
        tones = ['%.2f:%.2f' % (top * rate / (1 << 17), l) for top, l in zip(tops, level)]
        print('%.3f %.3f %.3f %.5f' % (1000 * start / rate, 1000 * (end - start) / rate,
                                       1000 * rise / rate, np.abs(part).max()), *tones)
    """
}

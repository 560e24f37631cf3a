/** The result of an alert sound: another tab may play it, or the browser blocks sound until the person clicks. */
export type CallOutcome = 'played' | 'elsewhere' | 'blocked'

/** Timeout of the browser's answer whether the page may play sound. */
const allowanceMs = 500
const lengthS = 1.5
const beeps = [0, 0.5, 1]
const beepS = 0.35
const loudness = 0.25
const frequencies = [880, 660]

export interface AlertSound {
  /** Whether the browser allows this page to play sound now; false if the browser has no sound. */
  isAllowed(): Promise<boolean>
  /** Resolves at the end of the sound or after an abort. */
  play(signal: AbortSignal): Promise<void>
}

/** Three beeps of two tones, generated in code: an alert needs no sound file. */
export function createAlertSound(): AlertSound {
  let audio: AudioContext | undefined
  return {
    async isAllowed() {
      if (typeof AudioContext !== 'function') return false
      audio ??= new AudioContext()
      // Stays pending in a browser that waits for a click.
      await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, allowanceMs))])
      return audio.state === 'running'
    },
    async play(signal) {
      if (audio === undefined) throw new Error('play() was called before isAllowed()')
      const sounding = beeps.flatMap((after) => beep(audio as AudioContext, after))
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lengthS * 1_000)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          for (const each of sounding) each.stop()
          resolve()
        })
      })
    },
  }
}

function beep(audio: AudioContext, after: number): OscillatorNode[] {
  const from = audio.currentTime + after
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(loudness, from + 0.02)
  volume.gain.setValueAtTime(loudness, from + beepS - 0.05)
  volume.gain.linearRampToValueAtTime(0, from + beepS)
  volume.connect(audio.destination)
  return frequencies.map((frequency) => {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(from)
    tone.stop(from + beepS)
    return tone
  })
}

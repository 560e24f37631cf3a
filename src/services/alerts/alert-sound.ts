/** How a call went: another tab of this browser may have it, or the browser plays nothing before somebody clicks. */
export type CallOutcome = 'played' | 'elsewhere' | 'blocked'

/** How long a browser may take to say that a page may sound. */
const allowanceMs = 500
const lengthS = 1.5
const beeps = [0, 0.5, 1]
const beepS = 0.35
const loudness = 0.25
const frequencies = [880, 660]

export interface AlertSound {
  /** Whether the browser lets this page sound now; 'blocked' where it does not, and where it can't sound at all. */
  isAllowed(): Promise<boolean>
  /** Resolves when it is over, or when it was aborted. */
  play(signal: AbortSignal): Promise<void>
}

/** Three beeps of two tones, made here: no file has to be there when something happens. */
export function createAlertSound(): AlertSound {
  let audio: AudioContext | undefined
  return {
    async isAllowed() {
      if (typeof AudioContext !== 'function') return false
      audio ??= new AudioContext()
      // A browser that waits for a click leaves this pending.
      await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, allowanceMs))])
      return audio.state === 'running'
    },
    async play(signal) {
      if (audio === undefined) throw new Error('nobody has asked whether it may sound')
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

export type Tone = 'ok' | 'bad' | 'warn' | 'neutral'

/** Tone of a count of good results: neutral if the count is zero or unknown. */
export function goodTone(count: number | undefined): Tone {
  return count === undefined || count === 0 ? 'neutral' : 'ok'
}

export function toneOfPorts(openCount: number, count: number): Tone {
  if (count === 0) return 'neutral'
  if (openCount === 0) return 'bad'
  return openCount < count ? 'warn' : 'ok'
}

export type Tone = 'ok' | 'bad' | 'warn' | 'neutral'

/** The colour of a count of what is well: none of them is no good news, nor is a count that nobody knows. */
export function goodTone(count: number | undefined): Tone {
  return count === undefined || count === 0 ? 'neutral' : 'ok'
}

/** The colour of the port tests: how many of all have passed. */
export function toneOfPorts(openCount: number, count: number): Tone {
  if (count === 0) return 'neutral'
  if (openCount === 0) return 'bad'
  return openCount < count ? 'warn' : 'ok'
}

/**
 * What an actor did to the outside, in words: `asks` a service, `does` an effect, `tells` a listener, `reports` to its
 * parent. One entry a line, with its payload where it has one.
 */
export type Verb = 'asks' | 'does' | 'tells' | 'reports' | 'starts'

export function entry(verb: Verb, name: string, payload?: unknown): string {
  return payload === undefined ? `${verb} ${name}` : `${verb} ${name} ${JSON.stringify(payload)}`
}

/** An event as an entry: its type is the name, the rest its payload. */
export function eventEntry(verb: Verb, { type, ...rest }: { type: string }): string {
  return entry(verb, type, Object.keys(rest).length === 0 ? undefined : rest)
}

/** Entries by verb: within one their order counts; how XState interleaves the verbs does not. */
export function byVerb(entries: readonly string[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  for (const line of entries) {
    const verb = line.slice(0, line.indexOf(' '))
    groups[verb] = [...(groups[verb] ?? []), line.slice(verb.length + 1)]
  }
  return groups
}

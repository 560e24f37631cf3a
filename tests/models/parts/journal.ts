/**
 * Effects of an actor as text: `asks` a service, `does` an effect, `sends` an event to a listener, `reports` to its
 * parent. One line per entry, with its payload if it has one.
 */
export type Verb = 'asks' | 'does' | 'sends' | 'reports' | 'starts'

export function entry(verb: Verb, name: string, payload?: unknown): string {
  return payload === undefined ? `${verb} ${name}` : `${verb} ${name} ${JSON.stringify(payload)}`
}

/** Entry of an event: the type is the name, the other fields are the payload. */
export function eventEntry(verb: Verb, { type, ...rest }: { type: string }): string {
  return entry(verb, type, Object.keys(rest).length === 0 ? undefined : rest)
}

/** Groups entries by verb: the order within a verb counts, the order between verbs depends on XState. */
export function byVerb(entries: readonly string[]): Record<string, string[]> {
  const groups: Record<string, string[]> = {}
  for (const line of entries) {
    const verb = line.slice(0, line.indexOf(' '))
    groups[verb] = [...(groups[verb] ?? []), line.slice(verb.length + 1)]
  }
  return groups
}

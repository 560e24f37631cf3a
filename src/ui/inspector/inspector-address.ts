/** Where an actor is inspected, by its name. */
export function inspectorAddress(name: string): string {
  return `/inspector?${new URLSearchParams({ actor: name })}`
}

/** The actor that an address names, if it does. */
export function actorInAddress(search: string): string | null {
  return new URLSearchParams(search).get('actor')
}

/** Builds the inspector's address for an actor's name. */
export function inspectorAddress(name: string): string {
  return `/inspector?${new URLSearchParams({ actor: name })}`
}

/** Actor's name in an address, or null. */
export function actorInAddress(search: string): string | null {
  return new URLSearchParams(search).get('actor')
}

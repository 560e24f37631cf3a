/** Names of the actors that mirror a chart which the server moves, not the panel (`server-mirrors.ts`). */
export const serverMirrorNames = { incident: 'servidor:incident', procedure: 'servidor:procedure' } as const

export function isServerMirror(name: string): boolean {
  return Object.values<string>(serverMirrorNames).includes(name)
}

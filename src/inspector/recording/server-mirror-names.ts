/** Names of the actors that show charts of the server (`server-mirrors.ts`). Only the server moves these charts. */
export const serverMirrorNames = { incident: 'servidor:incident', procedure: 'servidor:procedure' } as const

export function isServerMirror(name: string): boolean {
  return Object.values<string>(serverMirrorNames).includes(name)
}

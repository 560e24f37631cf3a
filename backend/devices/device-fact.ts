import type { Actor, Fact, FactKind } from '../evidence/fact.ts'

/** Customer and person of a change, and the call's `Idempotency-Key`. */
export type DeviceChange = { customersId: string; actor: Actor; key?: string | undefined }

export function deviceFact(
  kind: FactKind,
  { actor, key }: DeviceChange,
  { wordCode, condominiumId }: { wordCode: string; condominiumId: string },
  at: number,
  data: Fact['data'] = {},
): Fact {
  return { kind, at, actor, subject: { device: wordCode, condominium: condominiumId }, data, key }
}

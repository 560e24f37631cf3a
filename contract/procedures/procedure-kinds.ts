import { eventKinds } from '../incidents/event-kinds.ts'

/** Kinds of incidents that have a procedure (PROC-1), in the order in which a page lists the kinds. */
export const procedureKinds = [
  'door-forced',
  'gate-held-open',
  'device-down',
  'condominium-down',
  'service-down',
  'reported',
  'alarm',
] as const

export type ProcedureKind = (typeof procedureKinds)[number]

/** Words for each kind (pt-BR). */
export const procedureKindWords: Readonly<Record<ProcedureKind, string>> = {
  'door-forced': eventKinds['door-forced'].text,
  'gate-held-open': eventKinds['gate-held-open'].text,
  'device-down': eventKinds['device-down'].text,
  'condominium-down': 'Condomínio inteiro sem contato',
  'service-down': 'Vários condomínios sem contato',
  reported: 'Ocorrência escrita por uma pessoa',
  alarm: 'Evento de um controlador',
}

/** Kinds that a condominium can have of its own: an incident of many condominiums has only the customer's procedure. */
export const condominiumKinds: readonly ProcedureKind[] = procedureKinds.filter((kind) => kind !== 'service-down')

/** Returns the kind of an incident's procedure; undefined without procedure. Some devices of a condominium count as one device. */
export function procedureKindOf({ kind, scope }: { kind: string; scope: string }): ProcedureKind | undefined {
  if (kind !== 'contact') return procedureKinds.find((each) => each === kind)
  if (scope === 'service') return 'service-down'
  return scope === 'condominium' ? 'condominium-down' : 'device-down'
}

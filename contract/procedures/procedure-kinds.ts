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

/**
 * Kinds for which a condominium can have its own procedure. An incident of many condominiums always has the customer's
 * procedure.
 */
export const condominiumKinds: readonly ProcedureKind[] = procedureKinds.filter((kind) => kind !== 'service-down')

/**
 * Returns the kind of an incident's procedure; undefined if the incident has none. A failure of several devices of a
 * condominium counts as a failure of one device.
 */
export function procedureKindOf({ kind, scope }: { kind: string; scope: string }): ProcedureKind | undefined {
  if (kind !== 'contact') return procedureKinds.find((each) => each === kind)
  if (scope === 'service') return 'service-down'
  return scope === 'condominium' ? 'condominium-down' : 'device-down'
}

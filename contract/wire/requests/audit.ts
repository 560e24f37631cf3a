import * as v from 'valibot'
import { longestReason } from '../../fields/reason.ts'
import { isStorable } from '../../fields/rule.ts'
import { wordCodeField } from '../../fields/schemas.ts'
import { auditCommands, auditKinds, auditOutcomes, auditRecordSchema } from '../answers/audit.ts'
import { count, existingTime, pageLimit } from '../scalars.ts'

export const auditActors = ['person', 'panel'] as const

const mostRecords = 500
const mostAttempts = 20

const text = (most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most, `Use no máximo ${most} caracteres.`),
    v.check(isStorable, 'O texto tem um caractere que não existe.'),
  )
const name = (most: number) => v.pipe(text(most), v.nonEmpty('Preencha este campo.'))
const smallCount = v.pipe(count, v.maxValue(2 ** 31 - 1))

/** A delivered record: bounded in size, its id a UUID made by the browser. Null means the same as absent. */
export const deliveredRecord = v.object({
  id: v.pipe(
    v.string(),
    v.uuid('Informe um UUID.'),
    v.transform((given) => given.toLowerCase()),
  ),
  sequence: count,
  at: existingTime,
  wordCode: wordCodeField,
  condominiumId: name(64),
  userId: name(64),
  kind: v.picklist(auditKinds),
  from: v.nullish(name(32)),
  to: v.nullish(name(32)),
  cause: auditRecordSchema.entries.cause,
  reason: v.nullish(text(longestReason)),
  failureCount: v.nullish(smallCount),
  refused: v.nullish(smallCount),
  lastError: v.nullish(text(200)),
  retryAt: v.nullish(existingTime),
  opening: v.nullish(smallCount),
  heldMs: v.nullish(count),
  durations: v.nullish(v.pipe(v.array(smallCount), v.maxLength(mostAttempts, `Envie no máximo ${mostAttempts}.`))),
  slow: v.nullish(smallCount),
  ignored: v.nullish(smallCount),
  panelVersion: name(64),
  command: v.nullish(v.picklist(auditCommands)),
  outcome: v.nullish(v.picklist(auditOutcomes)),
  key: v.nullish(name(200)),
})

/** The record with its times as dates. */
export type DeliveredRecord = v.InferOutput<typeof deliveredRecord>

/** The server validates each record separately, so that an error names the wrong record. */
export const auditDelivery = v.object({
  records: v.pipe(v.array(v.unknown()), v.maxLength(mostRecords, `Envie no máximo ${mostRecords} registros por vez.`)),
})

/** `from` is inclusive, `to` is exclusive; `cursor` is the `nextCursor` of an earlier page. */
export const auditQuery = v.object({
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
  kind: v.optional(v.picklist(auditKinds, `Escolha um destes: ${auditKinds.join(', ')}.`)),
  /** Acts of people, or automatic acts of panels (EVI-9). */
  actor: v.optional(v.picklist(auditActors, `Escolha um destes: ${auditActors.join(', ')}.`)),
  from: v.optional(existingTime),
  to: v.optional(existingTime),
  limit: pageLimit(1_000, 100),
  cursor: v.optional(v.string()),
})

export type AuditQuery = v.InferOutput<typeof auditQuery>

/** The filter of the audit log in its wire format; `from` and `to` are ISO date-times. */
export type AuditFilter = Omit<v.InferInput<typeof auditQuery>, 'limit' | 'cursor'>

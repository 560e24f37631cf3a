import * as v from 'valibot'
import { wordCodeField } from '../contract/fields/schemas.ts'

export const auditKinds = ['transition', 'refusals', 'reset', 'delete-step'] as const
const causes = ['threshold', 'elapsed', 'trial-succeeded', 'trial-failed', 'manual', 'delete'] as const

const text = (most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most, `Use no máximo ${most} caracteres.`),
    v.check((given) => given.isWellFormed() && !given.includes('\0'), 'O texto tem um caractere que não existe.'),
  )
const name = (most: number) => v.pipe(text(most), v.nonEmpty('Preencha este campo.'))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const smallCount = v.pipe(count, v.maxValue(2 ** 31 - 1))

/** An ISO time that exists, as a `Date`. */
export const isoTime = v.pipe(
  v.string(),
  v.isoTimestamp('Informe uma data ISO.'),
  v.check((given) => !Number.isNaN(Date.parse(given)), 'Informe uma data ISO.'),
  v.transform((given) => new Date(given)),
)

/** The contract's `AuditRecord` as it comes in; null means the same as absent. */
export const auditRecord = v.object({
  id: v.pipe(
    v.string(),
    v.uuid('Informe um UUID.'),
    v.transform((id) => id.toLowerCase()),
  ),
  sequence: count,
  at: isoTime,
  wordCode: wordCodeField,
  condominiumId: name(64),
  userId: name(64),
  kind: v.picklist(auditKinds),
  from: v.nullish(name(32)),
  to: v.nullish(name(32)),
  cause: v.picklist(causes),
  reason: v.nullish(text(200)),
  failureCount: v.nullish(smallCount),
  refused: v.nullish(smallCount),
  lastError: v.nullish(text(200)),
  retryAt: v.nullish(isoTime),
  panelVersion: name(64),
})

/** One record, its times as dates. */
export type AuditRecord = v.InferOutput<typeof auditRecord>

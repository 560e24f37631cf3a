import type { FastifyBaseLogger } from 'fastify'
import type { warningKinds } from '../../contract/wire/routes/page.ts'
import { securityKinds } from '../logging/security-log.ts'

type WarningKind = (typeof warningKinds)[number]

/** Faults that need a person while the server works on, shown by `/readyz` and `/metrics`. */
export type Warnings = {
  /** Sets or ends (undefined) the warning about a subject. Each change of the text is logged once. */
  set(kind: WarningKind, subject: string, text: string | undefined): void
  text(kind: WarningKind, subject: string): string | undefined
  /** Number of subjects with a warning, by kind. */
  counts(): Readonly<Record<WarningKind, number>>
}

export function serverWarnings(log: FastifyBaseLogger): Warnings {
  const texts = {
    'unsound-chain': new Map<string, string>(),
    'uncut-chain': new Map<string, string>(),
    anchor: new Map<string, string>(),
    clock: new Map<string, string>(),
    disk: new Map<string, string>(),
    bus: new Map<string, string>(),
  } satisfies Record<WarningKind, Map<string, string>>
  return {
    set(kind, subject, text) {
      const before = texts[kind].get(subject)
      if (text === before) return
      if (text === undefined) texts[kind].delete(subject)
      else texts[kind].set(subject, text)
      const fields = { warning: kind, about: subject }
      if (text === undefined) log.warn(fields, `resolvido: ${before}`)
      else if (!isOfChain(kind)) log.error(fields, text)
      else log.error({ ...fields, security: 'chain-unsound' }, `${securityKinds['chain-unsound']}: ${text}`)
    },
    text: (kind, subject) => texts[kind].get(subject),
    counts: () => ({
      'unsound-chain': texts['unsound-chain'].size,
      'uncut-chain': texts['uncut-chain'].size,
      anchor: texts.anchor.size,
      clock: texts.clock.size,
      disk: texts.disk.size,
      bus: texts.bus.size,
    }),
  }
}

function isOfChain(kind: WarningKind): boolean {
  return kind === 'unsound-chain' || kind === 'uncut-chain'
}

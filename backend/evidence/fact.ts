import type { FastifyRequest } from 'fastify'
import { identityOf } from '../access/authentication.ts'
import type { TableRecordKind } from '../database/tables.ts'

/** Kinds of records that the server writes (EVI-1; docs/evidence.md says what each holds): those of tables, and of a dossier. */
export type FactKind = TableRecordKind | 'export'

/**
 * What belongs to a person (name, e-mail, address). In the record stands a salted hash of it; value and salt lie beside, and can be erased
 * without breaking the chain. `of` is the id of whose it is.
 */
export class Personal {
  readonly of: string
  readonly value: string

  constructor(of: string, value: string) {
    this.of = of
    this.value = value
  }
}

export type FactValue =
  | null
  | boolean
  | number
  | string
  | Personal
  | readonly FactValue[]
  | { readonly [key: string]: FactValue | undefined }

/** Who did it: a person, at a session and from an address where that is known; whoever is at the server's machine; or the server itself. */
export type Actor = { person: string; session?: string; from?: Personal } | { machine: true } | { server: true }

/** What it is about, by ids. */
export type Subject = { device?: string; condominium?: string; person?: string }

type FactData = { readonly [key: string]: FactValue | undefined }

/** One fact, before it has its place in the chain. `at` in epoch milliseconds. */
export type Fact = {
  kind: FactKind
  at: number
  actor: Actor
  subject: Subject
  data?: FactData
  /** The `Idempotency-Key` of the call; a panel's record of the same call names it too (EVI-2). */
  key?: string | undefined
}

/** Who makes a request that carries a token, and from where. */
export function actorOf(request: FastifyRequest): Actor {
  const { account, sessionId } = identityOf(request)
  return { person: account.userId, session: sessionId, from: new Personal(account.userId, request.ip) }
}

/** A fact of the person who makes a request. */
export function factOf(request: FastifyRequest, kind: FactKind, at: number, subject: Subject, data: FactData): Fact {
  return { kind, at, actor: actorOf(request), subject, data }
}

export const theServer: Actor = { server: true }

/** Whose chain takes what is about no customer: tries at accounts that there are not, what runs for all. */
export const theInstallation = ''

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** What of a record is another, from what to what: `null` for what was or is not there. */
export function changesOf(before: Fields, after: Fields): FactValue {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => change.before !== change.after)
}

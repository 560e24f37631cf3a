import type { FastifyRequest } from 'fastify'
import { identityOf } from '../access/authentication.ts'
import type { TableRecordKind } from '../database/tables.ts'
import { Personal } from './personal.ts'

/** Kinds of records that the server writes: about tables, dossiers and rules (EVI-1). docs/evidence.md describes each kind. */
export type FactKind = TableRecordKind | 'export' | 'rules'

export type FactValue =
  | null
  | boolean
  | number
  | string
  | Personal
  | readonly FactValue[]
  | { readonly [key: string]: FactValue | undefined }

/**
 * The actor of a record: a person (with session and address if known), the panel in the session of a person without an
 * act of the person (EVI-9), an operator at the server's machine, or the server. `link`: the holder of a one-time link
 * acted, which the person or the operator made (ACC-5).
 */
export type Actor =
  | { person: string; panel?: true; link?: true; session?: string; from?: Personal }
  | { machine: true }
  | { server: true; link?: true }

/** Subject of a fact, by ids. */
export type Subject = { device?: string; condominium?: string; person?: string }

type FactData = { readonly [key: string]: FactValue | undefined }

/** A fact before it has a number in the chain. `at` in epoch milliseconds. */
export type Fact = {
  kind: FactKind
  at: number
  actor: Actor
  subject: Subject
  data?: FactData
  /** `Idempotency-Key` of the call; a panel's record of the same call has the same key (EVI-2). */
  key?: string | undefined
}

/** Returns the actor of a request with a token. */
export function actorOf(request: FastifyRequest): Extract<Actor, { person: string }> {
  const { account, sessionId } = identityOf(request)
  return { person: account.userId, session: sessionId, from: new Personal(request.ip) }
}

/** Builds a fact with the caller as actor. */
export function factOf(request: FastifyRequest, kind: FactKind, at: number, subject: Subject, data: FactData): Fact {
  return { kind, at, actor: actorOf(request), subject, data }
}

/** Builds a fact of an automatic act of the caller's panel. */
export function panelFactOf(
  request: FastifyRequest,
  kind: FactKind,
  at: number,
  subject: Subject,
  data: FactData,
): Fact {
  return { kind, at, actor: { ...actorOf(request), panel: true }, subject, data }
}

export const theServer: Actor = { server: true }
export const theMachine: Actor = { machine: true }

/** Chain of facts without a customer: sign-ins to unknown accounts, and actions for the whole installation. */
export const theInstallation = ''

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Lists changed fields with their old and new value; `null` for a missing value. */
export function changesOf(before: Fields, after: Fields): readonly FactValue[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => change.before !== change.after)
}

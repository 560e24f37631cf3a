import * as v from 'valibot'
import { personTypes, rights } from '../../rights.ts'
import { count, filledText, id, isoTime } from '../scalars.ts'

/** `invited` has no password yet, `disabled` may not sign in. */
export const personStatuses = ['invited', 'active', 'disabled'] as const

/** One of the customer's people, as an administrator sees them (ACC-2). */
export const personSchema = v.object({
  id,
  name: filledText,
  email: filledText,
  type: v.picklist(personTypes),
  permissions: v.array(v.picklist(rights)),
  /** Every condominium of the customer, also those to come. */
  seesAll: v.boolean(),
  /** How many are assigned; says nothing where `seesAll`. */
  condominiums: count,
  status: v.picklist(personStatuses),
  /** When one of the person's sessions was last used. */
  lastSeenAt: v.nullable(isoTime),
  /** Until when the one-time link that was made last holds; null where none waits to be used. */
  linkUntil: v.nullable(isoTime),
})

export type Person = v.InferOutput<typeof personSchema>

/** By name. */
export const people = v.object({ result: v.array(personSchema) })

/** The same with the ids of what is assigned, to be edited. */
export const personDetails = v.object({ ...personSchema.entries, condominiumsId: v.array(id) })

export type PersonDetails = v.InferOutput<typeof personDetails>

/** A one-time link's secret, told this once: the page is `/convite#` and the token. */
export const oneTimeLink = v.object({ token: filledText, until: isoTime })

export type OneTimeLink = v.InferOutput<typeof oneTimeLink>

export const invited = v.object({ person: personDetails, link: oneTimeLink })

/** Body of the 412 to a change of a person who has changed meanwhile. */
export const personChanged = v.object({ error: v.literal(true), message: filledText, current: personDetails })

export const personActs = [
  'invited',
  'link-made',
  'joined',
  'changed',
  'disabled',
  'enabled',
  'password-set',
  'password-changed',
] as const

/** What `changed` may tell of. */
export const changedFields = [
  'name',
  'type',
  'permissions',
  'seesAll',
  'condominiumsGiven',
  'condominiumsTaken',
] as const

/** What was done to a person's access, newest first; `by` is null for what was done at the server's own machine. */
export const personHistory = v.object({
  result: v.array(
    v.object({
      id,
      at: isoTime,
      act: v.picklist(personActs),
      by: v.nullable(v.object({ id, name: v.string() })),
      /** Of `changed`: before and after as a person reads them (pt-BR); of condominiums the names, at most a hundred, on one side alone. */
      changes: v.array(v.object({ field: v.picklist(changedFields), before: v.string(), after: v.string() })),
    }),
  ),
})

export type PersonHistory = v.InferOutput<typeof personHistory>

/** What a one-time link is for: to begin an empty installation, to join, or to choose another password. */
export const invitationKinds = ['first-administrator', 'join', 'new-password'] as const

/** Whom a link is for; name, e-mail and customer are null for the first administrator, who tells them. */
export const invitation = v.object({
  kind: v.picklist(invitationKinds),
  until: isoTime,
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  customerName: v.nullable(v.string()),
})

export type Invitation = v.InferOutput<typeof invitation>

/** With what the person signs in from now on. */
export const invitationAccepted = v.object({ email: filledText })

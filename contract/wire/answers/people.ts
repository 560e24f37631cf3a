import * as v from 'valibot'
import { personTypes, rights } from '../../rights.ts'
import { count, filledText, id, isoTime, namedPerson } from '../scalars.ts'

/** `invited` has no password yet, `disabled` may not sign in. */
export const personStatuses = ['invited', 'active', 'disabled'] as const

/** A person of the customer, as an administrator sees them (ACC-2). */
export const personSchema = v.object({
  id,
  name: filledText,
  email: filledText,
  type: v.picklist(personTypes),
  permissions: v.array(v.picklist(rights)),
  /** The person may see every condominium of the customer, including future ones. */
  seesAll: v.boolean(),
  /** Number of assigned condominiums; meaningless if `seesAll`. */
  condominiums: count,
  status: v.picklist(personStatuses),
  /** The last use of any of the person's sessions. */
  lastSeenAt: v.nullable(isoTime),
  /** Expiry of the newest one-time link; null if no link is pending. */
  linkUntil: v.nullable(isoTime),
  /** The person has set up a second factor (SES-12). Other servers omit this field. */
  hasSecondFactor: v.exactOptional(v.boolean()),
})

export type Person = v.InferOutput<typeof personSchema>

/** Sorted by name. */
export const people = v.object({ result: v.array(personSchema) })

/** The same with the ids of the assigned condominiums, for the edit form. */
export const personDetails = v.object({ ...personSchema.entries, condominiumsId: v.array(id) })

export type PersonDetails = v.InferOutput<typeof personDetails>

/** The secret of a one-time link, sent only once. Its page is `/convite#` followed by the token. */
export const oneTimeLink = v.object({ token: filledText, until: isoTime })

export type OneTimeLink = v.InferOutput<typeof oneTimeLink>

export const invited = v.object({ person: personDetails, link: oneTimeLink })

/** Body of a 412: another administrator changed the person since they were read. */
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
  'second-factor-set',
  'second-factor-removed',
  'second-factor-reset',
  'recovery-code-used',
] as const

/** Fields that a `changed` entry may name. */
export const changedFields = [
  'name',
  'type',
  'permissions',
  'seesAll',
  'condominiumsGiven',
  'condominiumsTaken',
] as const

/** Changes of a person's access, newest first; `by` is null for a change by the server's command line. */
export const personHistory = v.object({
  result: v.array(
    v.object({
      id,
      at: isoTime,
      act: v.picklist(personActs),
      by: v.nullable(namedPerson),
      /**
       * True if the holder of a one-time link made the change; `by` is then the person who made the link. Other servers
       * omit this field.
       */
      byLink: v.exactOptional(v.boolean()),
      /** For `changed`, in words (pt-BR). The names of at most a hundred condominiums, on one side only. */
      changes: v.array(v.object({ field: v.picklist(changedFields), before: v.string(), after: v.string() })),
    }),
  ),
})

export type PersonHistory = v.InferOutput<typeof personHistory>

/** Purpose of a one-time link: set up an empty installation, join, or choose a new password. */
export const invitationKinds = ['first-administrator', 'join', 'new-password'] as const

/** The person of a link. `name`, `email` and `customerName` are null for the first administrator, who enters them. */
export const invitation = v.object({
  kind: v.picklist(invitationKinds),
  until: isoTime,
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  customerName: v.nullable(v.string()),
})

export type Invitation = v.InferOutput<typeof invitation>

/** The e-mail to sign in with. */
export const invitationAccepted = v.object({ email: filledText })

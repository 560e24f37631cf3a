import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import type { SessionChange } from '../../../src/services/session/session-tabs.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { hour, type Kept, type ModelGrant, minute, promoted } from './session-fixtures.ts'

export interface SessionModelContext extends ModelContext {
  grant: ModelGrant | null
  /** The user of the session, with their rights as last reported (ACC-2). */
  user: UserRecord
  /** Whether the person who signs in asked to be remembered. */
  wantsRemember: boolean
  /** Not null while the sign-in asks for a code (SES-12). */
  challenge: { challenge: string; remember: boolean } | null
  /** Whether the last renewal reached its limit (SES-9): it moved the end by less than a minute. */
  isLimited: boolean
  /** Whether the page cannot observe the person's activity. */
  isUnseen: boolean
}

export type SessionModelEvent =
  | { type: 'store.holds'; kept: Kept }
  | { type: 'store.holdsExpired' }
  | { type: 'store.holdsNothing' }
  | { type: 'store.fails' }
  | { type: 'person.signsIn'; remember: boolean }
  | { type: 'signIn.succeeds'; minutes: number }
  | { type: 'signIn.isRefused' }
  | { type: 'signIn.asksCode' }
  | { type: 'person.entersCode' }
  | { type: 'person.startsOver' }
  | { type: 'renewal.grants'; minutes: number; isPromoted?: true }
  | { type: 'renewal.isUnanswered' }
  | { type: 'renewal.fails' }
  | { type: 'renewal.timesOut' }
  | { type: 'rest.isOver' }
  | { type: 'nearEnd.isReached' }
  | { type: 'warning.isDue' }
  | { type: 'lastSeconds.begin' }
  | { type: 'end.isReached' }
  | { type: 'person.isActive' }
  | { type: 'person.continues' }
  | { type: 'person.signsOut' }
  | { type: 'person.confirms' }
  | { type: 'revocation.succeeds' }
  | { type: 'revocation.fails' }
  | { type: 'revocation.timesOut' }
  | { type: 'server.refuses'; token: 'current' | 'other' }
  | { type: 'tab.announces'; change: SessionChange }
  | { type: 'page.shows' }
  | { type: 'storage.isCleared' }
  | { type: 'computer.wakes'; minutes: number }
  | { type: 'tabs.areUnobserved' }
  | { type: 'activity.isUnobserved' }

export const { did, logs, update } = modelActions<SessionModelContext, SessionModelEvent>()
type Change = Parameters<typeof update>[0]

export const asks = (service: string) => did(entry('asks', service))
export const does = (effect: string) => did(entry('does', effect))
export const sends = (change: SessionChange) => did(`sends sessionTabs tabs.announce ${JSON.stringify({ change })}`)
export const passes = (ms: number) => update(({ now }) => ({ now: now + ms }))
export const comesTo = (leftMs: number) =>
  update(({ grant, now }) => ({ now: grant === null ? now : grant.endsAt - leftMs }))

/** Session as stored in the cookie and beside the user. */
export const written = ({ grant }: SessionModelContext) => entry('does', 'writeSession', grant)
/** User in the reports to the panel. */
export const reported = ({ user }: SessionModelContext) => entry('reports', 'session.stored', { user })

/** A renewal counts from its answer and never reaches beyond 12 h after the sign-in (SES-6, SES-9). */
function renewedFor(lifetimeMs: number): Change {
  return (context) => {
    const { grant, now, did } = context
    if (grant === null) return {}
    const renewed = { ...grant, endsAt: Math.min(now + lifetimeMs, grant.signedInAt + 12 * hour) }
    const isLimited = renewed.endsAt - grant.endsAt < minute
    const entries = [written({ ...context, grant: renewed }), reported(context)]
    if (!isLimited) entries.push(`sends sessionTabs tabs.announce ${JSON.stringify({ change: 'renewed' })}`)
    return { grant: renewed, isLimited, did: [...did, ...entries] }
  }
}

/**
 * If the server does not answer, the panel extends the session by itself, but not a session that has ended in between.
 */
export const extended: Change = (context, event) =>
  leftOf(context) > 0
    ? renewedFor(hour)(context, event)
    : { isLimited: true, did: [...context.did, written(context), reported(context)] }

export const brought: Change = (context, event) => {
  if (event.type !== 'renewal.grants') return {}
  const user = event.isPromoted ? promoted : context.user
  return { user, ...renewedFor(event.minutes * minute)({ ...context, user }, event) }
}

export function leftOf({ grant, now }: SessionModelContext): number {
  return grant === null ? 0 : grant.endsAt - now
}

import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Alert } from '../../services/alerts/alert-keeper.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'

export type AlertsEvent =
  | ({ type: 'socket.batch' } & GateBatch)
  /** The server has incidents: single events no longer cause alerts. */
  | { type: 'incidents.known'; incidents: readonly Incident[] }
  | { type: 'socket.lost' }
  | { type: 'socket.restored' }
  | { type: 'storage.cleared' }
  | { type: 'isolations.changed'; until: Readonly<Record<string, number>> }
  /** The alerts stored by this tab before a reload. `isSignIn`: the first page of the browser since the user signed in. */
  | { type: 'alerts.kept'; alerts: readonly Alert[]; isSignIn: boolean }
  /** New alerts arrived; the sound preference decides on a sound. */
  | { type: 'alerts.arrived'; ids: readonly string[] }
  /** A sound is wanted, and no other tab has played it yet. */
  | { type: 'sound.wanted'; ids: readonly string[] }
  | { type: 'alerts.see'; id: string }
  | { type: 'alerts.seeAll' }
  /** Seen in another tab, or in this tab before a reload. */
  | { type: 'alerts.seenElsewhere'; ids: readonly string[] }
  | { type: 'alerts.calledElsewhere'; ids: readonly string[] }
  /** The stored sound preference, at the start and after a change in another tab. */
  | { type: 'sound.storedOn' }
  | { type: 'sound.storedOff' }
  | { type: 'sound.storedNone' }
  | { type: 'sound.switchOn' }
  | { type: 'sound.switchOff' }
  /** A person pressed 'Ouvir'. */
  | { type: 'sound.listen' }

/** Event for the other tabs. */
export type AlertNotifications = { type: 'tabs.seen' | 'tabs.called'; ids: readonly string[] }

/** Event for `keeper`: the unseen alerts have changed. `seenIds`: the ids of the other known alerts, newest last. */
export type AlertsKept = { type: 'unseen.changed'; alerts: readonly Alert[]; seenIds: readonly string[] }

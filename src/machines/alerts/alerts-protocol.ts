import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Alert } from '../../services/alerts/alert-keeper.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'

export type AlertsEvent =
  | ({ type: 'socket.batch' } & GateBatch)
  /** The server tells of incidents: events call nobody any more. */
  | { type: 'incidents.known'; incidents: readonly Incident[] }
  | { type: 'socket.lost' }
  | { type: 'socket.restored' }
  | { type: 'storage.cleared' }
  | { type: 'isolations.changed'; until: Readonly<Record<string, number>> }
  /** What this tab knew before it was loaded anew. */
  | { type: 'alerts.kept'; alerts: readonly Alert[] }
  /** New ones came: is a sound wished? */
  | { type: 'alerts.arrived'; ids: readonly string[] }
  /** It is, and no other tab has sounded. */
  | { type: 'sound.wanted'; ids: readonly string[] }
  | { type: 'alerts.see'; id: string }
  | { type: 'alerts.seeAll' }
  | { type: 'alerts.seenElsewhere'; ids: readonly string[] }
  | { type: 'alerts.calledElsewhere'; ids: readonly string[] }
  /** What this browser keeps of the switch, now and when another tab changes it. */
  | { type: 'sound.storedOn' }
  | { type: 'sound.storedOff' }
  | { type: 'sound.switchOn' }
  | { type: 'sound.switchOff' }
  /** 'Ouvir' */
  | { type: 'sound.listen' }

/** What the other tabs are told. */
export type AlertsTold = { type: 'tabs.seen' | 'tabs.called'; ids: readonly string[] }

/** What stands outside the page is told. */
export type AlertsKept = { type: 'unseen.changed'; alerts: readonly Alert[] }

import * as v from 'valibot'
import type { LocalData } from '../storage/local-data.ts'

const channelName = 'guarita:alerts'
const turnName = 'guarita:alert-turn'
/** Without Web Locks, a turn lasts as long as the sound. */
const turnMs = 1_500

const messageSchema = v.object({ kind: v.picklist(['seen', 'called']), ids: v.array(v.string()) })

/** A message to the other tabs: ids of events that a person saw, or that this tab played a sound for. */
export type AlertMessage = v.InferOutput<typeof messageSchema>

export interface AlertTabs {
  tell(message: AlertMessage): void
  close(): void
}

/** Exchanges messages with the browser's other tabs; without BroadcastChannel the tab is alone. */
export function openAlertTabs(onMessage: (message: AlertMessage) => void): AlertTabs {
  if (typeof BroadcastChannel !== 'function') return { tell: () => {}, close: () => {} }
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    if (v.is(messageSchema, data)) onMessage(data)
  }
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() }
}

/**
 * Runs `act` in one tab of the browser at a time; resolves with false, without a call, if another tab is running it.
 * Browsers have no locks over plain http (CFG-2): an entry in local storage replaces the lock there.
 */
export async function actInTurn(
  { localData, now }: { localData: LocalData; now: () => number },
  act: () => Promise<void>,
): Promise<boolean> {
  if ('locks' in navigator)
    return navigator.locks.request(turnName, { ifAvailable: true }, async (lock) => {
      if (lock !== null) await act()
      return lock !== null
    })
  const sinceTurn = now() - Number(localData.read(turnName) ?? 0)
  if (sinceTurn >= 0 && sinceTurn < turnMs) return false
  localData.write(turnName, `${now()}`)
  await act()
  return true
}

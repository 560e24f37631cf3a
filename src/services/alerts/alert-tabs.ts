import * as v from 'valibot'
import type { LocalData } from '../storage/local-data.ts'

const channelName = 'guarita:alerts'
const turnName = 'guarita:alert-turn'
/** Where a browser has no locks, a turn lasts as long as the sound. */
const turnMs = 1_500

const messageSchema = v.object({ kind: v.picklist(['seen', 'called']), ids: v.array(v.string()) })

/** What a tab tells the others: ids of events that somebody saw, or that it has sounded for. */
export type AlertMessage = v.InferOutput<typeof messageSchema>

export interface AlertTabs {
  tell(message: AlertMessage): void
  close(): void
}

/** Tells the other tabs of the browser, and hears them; alone where there is no BroadcastChannel. */
export function openAlertTabs(onMessage: (message: AlertMessage) => void): AlertTabs {
  if (typeof BroadcastChannel !== 'function') return { tell: () => {}, close: () => {} }
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    if (v.is(messageSchema, data)) onMessage(data)
  }
  return { tell: (message) => channel.postMessage(message), close: () => channel.close() }
}

/**
 * Acts while it is this tab's turn, one tab of the browser at a time; resolves with false, nothing done, while another acts.
 * Browsers withhold locks over plain http (CFG-2): there a note in local storage stands for one.
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

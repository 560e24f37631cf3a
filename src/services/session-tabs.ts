import * as v from 'valibot'
import type { LocalData } from './local-data.ts'

const changeSchema = v.picklist(['signedIn', 'signedOut', 'renewed', 'expired'])

/** What happened to the session in another tab (SES-10). */
export type SessionChange = v.InferOutput<typeof changeSchema>

const channelName = 'guarita:session'

export interface SessionTabs {
  announce(change: SessionChange): void
  close(): void
}

/** Tells the other tabs and hears them, over BroadcastChannel or, where there is none, the storage event. */
export function openSessionTabs(localData: LocalData, onChange: (change: SessionChange) => void): SessionTabs {
  return typeof BroadcastChannel === 'function' ? overChannel(onChange) : overStorage(localData, onChange)
}

function overChannel(onChange: (change: SessionChange) => void): SessionTabs {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    if (v.is(changeSchema, data)) onChange(data)
  }
  return { announce: (change) => channel.postMessage(change), close: () => channel.close() }
}

function overStorage(localData: LocalData, onChange: (change: SessionChange) => void): SessionTabs {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === channelName && v.is(changeSchema, newValue)) onChange(newValue)
  }
  addEventListener('storage', hear)
  return {
    announce(change) {
      localData.write(channelName, change)
      localData.remove(channelName)
    },
    close: () => removeEventListener('storage', hear),
  }
}

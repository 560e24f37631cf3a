import * as v from 'valibot'
import type { LocalData } from './local-data.ts'
import { userRecordKey } from './user-record.ts'

const changeSchema = v.picklist(['signedIn', 'signedOut', 'renewed', 'expired'])

/** What happened to the session in another tab (SES-10). */
export type SessionChange = v.InferOutput<typeof changeSchema>

/** `record` is the user record that the change left: a message may arrive before the storage of its sender does. */
const messageSchema = v.object({ change: changeSchema, record: v.nullable(v.string()) })

const channelName = 'guarita:session'

export interface SessionTabs {
  announce(change: SessionChange): void
  close(): void
}

/** Tells the other tabs and hears them, over BroadcastChannel or, where there is none, the storage event. */
export function openSessionTabs(localData: LocalData, onChange: (change: SessionChange) => void): SessionTabs {
  return typeof BroadcastChannel === 'function' ? overChannel(localData, onChange) : overStorage(localData, onChange)
}

function overChannel(localData: LocalData, onChange: (change: SessionChange) => void): SessionTabs {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    if (!v.is(messageSchema, data)) return
    if (data.record === null) localData.remove(userRecordKey)
    else localData.write(userRecordKey, data.record)
    onChange(data.change)
  }
  return {
    announce: (change) => channel.postMessage({ change, record: localData.read(userRecordKey) }),
    close: () => channel.close(),
  }
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

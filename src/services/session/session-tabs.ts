import * as v from 'valibot'
import type { LocalData } from '../storage/local-data.ts'
import type { SessionCookie } from './session-cookie.ts'
import { userRecordKey } from './session-hint.ts'

const changeSchema = v.picklist(['signedIn', 'signedOut', 'renewed', 'expired'])

/** What happened to the session in another tab (SES-10). */
export type SessionChange = v.InferOutput<typeof changeSchema>

/**
 * A change with what it left in cookie and local storage: another tab's process may show both only later, and would take
 * a session that has just begun for one that has ended.
 */
const messageSchema = v.object({
  change: changeSchema,
  session: v.nullable(v.object({ token: v.string(), expiresAt: v.number(), remember: v.boolean() })),
  record: v.nullable(v.string()),
})

const channelName = 'guarita:session'

export interface SessionTabs {
  announce(change: SessionChange): void
  close(): void
}

/** Where a session is kept, as far as the tabs share it. */
export interface SharedSession {
  cookie: SessionCookie
  localData: LocalData
}

/** Tells the other tabs and hears them, over BroadcastChannel or, where there is none, the storage event. */
export function openSessionTabs(shared: SharedSession, onChange: (change: SessionChange) => void): SessionTabs {
  const hear = (message: unknown) => {
    if (!v.is(messageSchema, message)) return
    keep(shared, message)
    onChange(message.change)
  }
  const wire = typeof BroadcastChannel === 'function' ? channelWire(hear) : storageWire(shared.localData, hear)
  return {
    announce: (change) =>
      wire.send({ change, session: shared.cookie.read(), record: shared.localData.read(userRecordKey) }),
    close: wire.close,
  }
}

type Message = v.InferOutput<typeof messageSchema>

interface Wire {
  send(message: Message): void
  close(): void
}

function keep({ cookie, localData }: SharedSession, { session, record }: Message): void {
  if (session === null) cookie.remove()
  else cookie.write(session)
  if (record === null) localData.remove(userRecordKey)
  else localData.write(userRecordKey, record)
}

function channelWire(hear: (message: unknown) => void): Wire {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => hear(data)
  return { send: (message) => channel.postMessage(message), close: () => channel.close() }
}

function storageWire(localData: LocalData, hear: (message: unknown) => void): Wire {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), newValue)
    if (key === channelName && parsed.success) hear(parsed.output)
  }
  addEventListener('storage', onStorage)
  return {
    send(message) {
      localData.write(channelName, JSON.stringify(message))
      localData.remove(channelName)
    },
    close: () => removeEventListener('storage', onStorage),
  }
}

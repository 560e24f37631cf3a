import * as v from 'valibot'
import type { LocalData } from '../storage/local-data.ts'
import type { SessionCookie } from './session-cookie.ts'
import { userRecordKey } from './session-hint.ts'

const changeSchema = v.picklist(['signedIn', 'signedOut', 'renewed', 'expired'])

/** A change of the session in another tab (SES-10). */
export type SessionChange = v.InferOutput<typeof changeSchema>

/**
 * A change, with the cookie and the user record after it: this tab's process may see both only later, and would take a
 * new session for an ended one.
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

/** The parts of a session that all tabs share. */
export interface SharedSession {
  cookie: SessionCookie
  localData: LocalData
}

/** Exchanges changes with other tabs by BroadcastChannel or, without it, by the storage event. */
export function openSessionTabs(shared: SharedSession, onChange: (change: SessionChange) => void): SessionTabs {
  const receive = (message: unknown) => {
    if (!v.is(messageSchema, message)) return
    keep(shared, message)
    onChange(message.change)
  }
  const wire = typeof BroadcastChannel === 'function' ? channelWire(receive) : storageWire(shared.localData, receive)
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

function channelWire(receive: (message: unknown) => void): Wire {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => receive(data)
  return { send: (message) => channel.postMessage(message), close: () => channel.close() }
}

function storageWire(localData: LocalData, receive: (message: unknown) => void): Wire {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), newValue)
    if (key === channelName && parsed.success) receive(parsed.output)
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

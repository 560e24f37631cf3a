import * as v from 'valibot'
import { pushPayload } from '../../../contract/wire/push.ts'

const wordCode = /^[A-Z0-9-]{3,32}$/
const incidentId = /^[\w-]{1,64}$/
/** Two slashes at the start would address another host. */
const withinPanel = /^\/(?!\/)/

/** A parsed push message. Missing texts are ''. */
export interface PushMessage {
  /** Firebase's id, or the time of arrival. */
  id: string
  title: string
  body: string
  data: Record<string, unknown>
  /** Time of arrival, ISO 8601. */
  createdAt: string
  /** Path and query of the page that a click opens. */
  path: string
}

/**
 * Parses a push message (PUSH-2). Null if it is invalid: the caller drops it (HTTP-7). The texts are untrusted.
 * @param origin the panel's origin: links to other origins are ignored
 * @param now milliseconds since the epoch
 */
export function readPushMessage(payload: unknown, origin: string, now: number): PushMessage | null {
  const parsed = v.safeParse(pushPayload, payload)
  if (!parsed.success || Array.isArray(payload)) return null
  const { messageId, fcmMessageId, notification, data, fcmOptions } = parsed.output
  return {
    id: messageId ?? fcmMessageId ?? `${now}`,
    title: notification?.title ?? '',
    body: notification?.body ?? '',
    data,
    createdAt: new Date(now).toISOString(),
    // The incident takes precedence, as in the list of notifications (INC-6, ALERT-2).
    path:
      incidentPath(data.incidentId) ??
      linkedPath(fcmOptions?.link, origin) ??
      devicePath(data.wordCode) ??
      '/notifications',
  }
}

/** Returns the tag of the system notification. All pushes of one notification have the same tag. */
export function tagOf({ id, data: { notificationId } }: Pick<PushMessage, 'id' | 'data'>): string {
  return typeof notificationId === 'string' ? notificationId : id
}

function linkedPath(link: string | null | undefined, origin: string): string | null {
  const url = link ? URL.parse(link, origin) : null
  if (url?.origin !== origin) return null
  const path = url.pathname + url.search
  return withinPanel.test(path) ? path : null
}

function incidentPath(id: unknown): string | null {
  return typeof id === 'string' && incidentId.test(id) ? `/incidents/${id}` : null
}

function devicePath(code: unknown): string | null {
  return typeof code === 'string' && wordCode.test(code) ? `/devices/${code}` : null
}

const openRequestSchema = v.object({ type: v.literal('push.open'), path: v.pipe(v.string(), v.regex(withinPanel)) })

/** The worker's request to a page after a click on a system notification. */
export type OpenRequest = v.InferOutput<typeof openRequestSchema>

/** Parses a message of the worker; null unless it is a request to open a page of the panel. */
export function readOpenRequest(message: unknown): OpenRequest | null {
  const parsed = v.safeParse(openRequestSchema, message)
  return parsed.success ? parsed.output : null
}

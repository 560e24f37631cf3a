import * as v from 'valibot'
import { pushPayload } from '../../../contract/wire/push.ts'

const wordCode = /^[A-Z0-9-]{3,32}$/
const incidentId = /^[\w-]{1,64}$/
/** Two slashes at the start would be another host. */
const withinPanel = /^\/(?!\/)/

/** A push that was read. Texts that it lacks are ''. */
export interface PushMessage {
  /** Firebase's, or the time of arrival. */
  id: string
  title: string
  body: string
  data: Record<string, unknown>
  /** ISO 8601, of its arrival. */
  createdAt: string
  /** Path and query of the panel's page that a click on it opens. */
  path: string
}

/**
 * Reads a push (PUSH-2). Null for what is none: it is to be dropped (HTTP-7). Its texts are text, whatever is in them.
 * @param origin that of the panel: a link to another one is not followed
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
    // The incident first, as where the same message stands in a list of notifications (INC-6, ALERT-2).
    path:
      incidentPath(data.incidentId) ??
      linkedPath(fcmOptions?.link, origin) ??
      devicePath(data.wordCode) ??
      '/notifications',
  }
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

/** What the worker asks of a page whose person has clicked a system notification. */
export type OpenRequest = v.InferOutput<typeof openRequestSchema>

/** Reads what a worker has sent; null for anything but a request to open a page of the panel. */
export function readOpenRequest(message: unknown): OpenRequest | null {
  const parsed = v.safeParse(openRequestSchema, message)
  return parsed.success ? parsed.output : null
}

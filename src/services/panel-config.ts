import * as v from 'valibot'
import type { Log } from './log.ts'

const address = v.pipe(
  v.string(),
  v.check((value) => value.startsWith('/') || /^https?:\/\//.test(value)),
)
const text = v.pipe(v.string(), v.nonEmpty())

const firebaseSchema = v.object({
  apiKey: text,
  authDomain: v.exactOptional(text),
  projectId: text,
  messagingSenderId: text,
  appId: text,
  vapidKey: text,
})

/** A Firebase project's own web configuration, with the public key of its web push certificates. */
export type FirebaseConfig = v.InferOutput<typeof firebaseSchema>

const configSchema = v.object({
  apiUrl: v.optional(address, '/rest'),
  deviceUrl: v.optional(address, '/device-control'),
  healthUrl: v.exactOptional(address),
  socketUrl: v.exactOptional(address),
  socketNamespace: v.optional(v.pipe(v.string(), v.regex(/^(\/[\w/-]*)?$/)), ''),
  firebase: v.exactOptional(firebaseSchema),
  inspector: v.optional(v.boolean(), false),
})

/** `/config.json` with its defaults filled in (CFG-1). */
export interface PanelConfig extends v.InferOutput<typeof configSchema> {
  healthUrl: string
  /** An origin. */
  socketUrl: string
}

/** The configuration, or the name of the first key that is present but invalid. */
export type ConfigOutcome = { kind: 'valid'; config: PanelConfig } | { kind: 'invalid'; key: string }

/** Reads `/config.json`; a missing or unreadable one means the defaults and one warning in the log (CFG-1). */
export async function readPanelConfig(pageOrigin: string, log: Log): Promise<ConfigOutcome> {
  try {
    const response = await fetch('/config.json', { cache: 'no-store' })
    if (!response.ok) throw new Error(`config.json: ${response.status}`)
    return checkPanelConfig(v.parse(v.record(v.string(), v.unknown()), await response.json()), pageOrigin)
  } catch (error) {
    log.warn('config.json ausente ou ilegível: valem os padrões.', error)
    return checkPanelConfig({}, pageOrigin)
  }
}

/** Checks a configuration and fills in its defaults; `pageOrigin` is that of `socketUrl`. */
export function checkPanelConfig(candidate: Record<string, unknown>, pageOrigin: string): ConfigOutcome {
  const parsed = v.safeParse(configSchema, candidate)
  if (!parsed.success) return { kind: 'invalid', key: v.getDotPath(parsed.issues[0]) ?? 'config.json' }
  const { apiUrl, healthUrl = apiUrl, socketUrl = pageOrigin } = parsed.output
  return {
    kind: 'valid',
    config: { ...parsed.output, healthUrl, socketUrl: new URL(socketUrl, pageOrigin).origin },
  }
}

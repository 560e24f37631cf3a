import * as v from 'valibot'
import { filledText } from './scalars.ts'

const address = v.pipe(
  v.string(),
  v.check((value) => /^(\/(?![/\\])|https?:\/\/)/.test(value)),
)

const firebase = v.object({
  apiKey: filledText,
  authDomain: v.exactOptional(filledText),
  projectId: filledText,
  messagingSenderId: filledText,
  appId: filledText,
  vapidKey: filledText,
})

/** A Firebase project's own web configuration, with the public key of its web push certificates. */
export type FirebaseConfig = v.InferOutput<typeof firebase>

/**
 * `/config.json` (CFG-1): every key may be left out. Addresses are absolute or start with `/`; `healthUrl` is `apiUrl` where it
 * is left out, `socketUrl` the page's origin. `sharedComputer`: what no box was ticked for ends with the browser.
 * `offlineStart`: the browser keeps the panel's files and, of whoever is signed in, what the dashboard showed last.
 */
export const panelConfig = v.object({
  apiUrl: v.optional(address, '/rest'),
  deviceUrl: v.optional(address, '/device-control'),
  healthUrl: v.exactOptional(address),
  socketUrl: v.exactOptional(address),
  socketNamespace: v.optional(v.pipe(v.string(), v.regex(/^(\/[\w/-]*)?$/)), ''),
  firebase: v.exactOptional(firebase),
  inspector: v.optional(v.boolean(), false),
  sharedComputer: v.optional(v.boolean(), false),
  offlineStart: v.optional(v.boolean(), true),
})

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
 * `/config.json` (CFG-1): every key is optional. Addresses are absolute or start with `/`; `healthUrl` defaults to
 * `apiUrl`, `socketUrl` to the page's origin. `sharedComputer`: a session ends with the browser unless the person chose
 * to stay signed in. `offlineStart`: the browser keeps the panel's files and the signed-in person's last dashboard.
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

/** All keys of `/config.json`: the panel ignores the last two, which only the failure document shows (AUD-7). */
export const servedConfig = v.object({
  ...panelConfig.entries,
  documentOwner: v.exactOptional(filledText),
  documentApprover: v.exactOptional(filledText),
})

import * as v from 'valibot'

const urlNames = ['apiUrl', 'deviceUrl', 'healthUrl', 'socketUrl'] as const
const urls = v.object({
  ...v.entriesFromList(urlNames, v.fallback(v.optional(v.string()), undefined)),
  firebase: v.unknown(),
})

const pushOrigins = ['https://firebaseinstallations.googleapis.com', 'https://fcmregistrations.googleapis.com']

/** `scripts`: hashes of the inline scripts of the page. */
export type ContentSecurity = (page: { host: string; nonce?: string; scripts?: readonly string[] }) => string

/** Builds the page's Content-Security-Policy from the addresses in `/config.json` (contract "Static"). */
export function contentSecurity(config: Record<string, unknown>): ContentSecurity {
  const parsed = v.parse(urls, { firebase: undefined, ...config })
  const configured = urlNames.flatMap((name) => originsOf(parsed[name]))
  const foreign = [...new Set([...configured, ...(parsed.firebase ? pushOrigins : [])])]
  return ({ host, nonce, scripts = [] }) =>
    [
      "default-src 'self'",
      ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
      `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
      "img-src 'self' data:",
      "font-src 'self' data:",
      `connect-src ${["'self'", ...socketOrigins(host), ...foreign].join(' ')}`,
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; ')
}

/** Older browsers do not accept a WebSocket to the same host as 'self'. */
function socketOrigins(host: string): string[] {
  return /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host) ? [`ws://${host}`, `wss://${host}`] : []
}

function originsOf(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return []
  const { protocol, host } = new URL(url)
  const secure = protocol === 'https:' || protocol === 'wss:'
  return secure ? [`https://${host}`, `wss://${host}`] : [`http://${host}`, `ws://${host}`]
}

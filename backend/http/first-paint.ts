import { createHash } from 'node:crypto'

/** A page that brings what its first paint waits for, and the hashes by which a policy lets its scripts run. */
export type WholePage = { html: string; scripts: readonly string[] }

const stylesheet = /<link\b([^>]*\brel="stylesheet"[^>]*)>/g
const waitedFor = /<script\b((?![^>]*\b(?:async|defer|type="module")[\s>])[^>]*\bsrc="[^"]*"[^>]*)><\/script>/g
const ofLinks = /\s+(?:rel="stylesheet"|crossorigin|blocking="render")(?=[\s>]|$)/g

/**
 * The built page with its stylesheets and its early script written into it: on a slow line each that is asked for apart costs
 * the first paint a whole round trip. Other attributes stay, `href` too: by it the panel knows which of Bootstrap's files it has. A
 * link that loads nothing, being of no type of stylesheets, stands beside each: later code looks for it, and would else fetch the
 * stylesheet again and put it behind those whose rules it would overrule.
 * @param readAsset what a file of the site holds, undefined where it has none; that one is then asked for as before
 */
export async function withFirstPaint(
  html: string,
  readAsset: (path: string) => Promise<string | undefined>,
): Promise<WholePage> {
  const texts = new Map<string, string>()
  for (const [, attributes = ''] of [...html.matchAll(stylesheet), ...html.matchAll(waitedFor)]) {
    const path = addressIn(attributes)
    const text = await readAsset(path)
    // What would end its element too early stays in its file.
    if (text !== undefined && !/<\/(?:script|style)|<!--/i.test(text)) texts.set(path, text)
  }
  const scripts: string[] = []
  const whole = html
    .replace(stylesheet, (link, attributes: string) => {
      const text = texts.get(addressIn(attributes))
      if (text === undefined) return link
      const known = `<link rel="stylesheet" href="${addressIn(attributes)}" type="text/plain">`
      return `<style${attributes.replace(ofLinks, '')}>${text}</style>${known}`
    })
    .replace(waitedFor, (script, attributes: string) => {
      const text = texts.get(addressIn(attributes))
      if (text === undefined) return script
      scripts.push(`sha256-${createHash('sha256').update(text).digest('base64')}`)
      return `<script${attributes.replace(/\s+src="[^"]*"/, '')}>${text}</script>`
    })
  return { html: whole, scripts }
}

function addressIn(attributes: string): string {
  return /\s(?:href|src)="([^"]*)"/.exec(attributes)?.[1] ?? ''
}

import { createHash } from 'node:crypto'

/** A page with the files of its first paint inlined, and the hashes of its scripts for the policy. */
export type WholePage = { html: string; scripts: readonly string[] }

const stylesheet = /<link\b([^>]*\brel="stylesheet"[^>]*)>/g
const waitedFor = /<script\b((?![^>]*\b(?:async|defer|type="module")[\s>])[^>]*\bsrc="[^"]*"[^>]*)><\/script>/g
const ofLinks = /\s+(?:rel="stylesheet"|crossorigin|blocking="render")(?=[\s>]|$)/g

/**
 * Inlines stylesheets and the early script into the built page: each separate file would delay the first paint by a
 * round trip. The `href` stays: it identifies a Bootstrap file. An inert link stays beside each stylesheet, so that
 * later code does not load it again.
 * @param readAsset returns a file of the site, undefined if missing; the page then loads the file as before
 */
export async function withFirstPaint(
  html: string,
  readAsset: (path: string) => Promise<string | undefined>,
): Promise<WholePage> {
  const texts = new Map<string, string>()
  for (const [, attributes = ''] of [...html.matchAll(stylesheet), ...html.matchAll(waitedFor)]) {
    const path = addressIn(attributes)
    const text = await readAsset(path)
    // Text that would end its element too early stays in its file.
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

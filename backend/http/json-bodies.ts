import type { FastifyInstance } from 'fastify'
import { bounds } from '../bounds.ts'
import { Refusal } from './refusal.ts'

/** Deeper than any body of the contract; walking a deeper body may overflow the stack (OPS-4). */
const deepest = bounds.body.most.depth

/** Accepts JSON bodies only, else 415; an empty body counts as none, with any content type. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const text = body.toString()
    return isTooDeep(text) ? done(new Refusal(400)) : parse(request, text, done)
  })
}

function isTooDeep(json: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (isInText && character === '\\') at += 1
    else if (character === '"') isInText = !isInText
    else if (isInText) continue
    else if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    if (depth > deepest) return true
  }
  return false
}

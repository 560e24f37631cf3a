import * as v from 'valibot'

const requestLine = v.pipe(
  v.string(),
  v.maxLength(4_096),
  v.parseJson(),
  v.object({ op: v.picklist(['ping', 'status']), wordCode: v.string(), key: v.optional(v.string()) }),
)

export type DeviceAnswer = { ok: true; op: 'ping' | 'status'; wordCode: string } | { ok: false; error: 'malformed' }

/** One line of JSON in, one out. `wordCode` says which of the devices behind this address is meant. */
export function answerLine(line: string): DeviceAnswer {
  const request = v.safeParse(requestLine, line)
  if (!request.success) return { ok: false, error: 'malformed' }
  return { ok: true, op: request.output.op, wordCode: request.output.wordCode }
}

/** Items of a long list that are serialized in one step: a few milliseconds on a slow computer. */
const itemsAtOnce = 200

/** Approximate number of characters in a part. */
const partLength = 65_536

/** Serializes JSON data in parts, each in a short time; the concatenated parts are the whole text. */
export function* jsonParts(value: unknown): Generator<string> {
  let part = ''
  for (const piece of pieces(value)) {
    part += piece
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part
}

function* pieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    yield '['
    for (let start = 0; start < value.length; start += itemsAtOnce) {
      const items = JSON.stringify(value.slice(start, start + itemsAtOnce)).slice(1, -1)
      yield start === 0 ? items : `,${items}`
    }
    yield ']'
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined)
    for (const [index, [name, each]] of entries.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
      yield* pieces(each)
    }
    yield entries.length === 0 ? '{}' : '}'
  } else yield JSON.stringify(value)
}

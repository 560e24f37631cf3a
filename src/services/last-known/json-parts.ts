/** How many items of a long list become text at once: on a slow computer in a few milliseconds. */
const itemsAtOnce = 200

/** Characters of a part, about. */
const partLength = 65_536

/** The text of what came as JSON, in parts of which none takes long to make; one after the other they are the whole. */
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
    const told = Object.entries(value).filter(([, each]) => each !== undefined)
    for (const [index, [name, each]] of told.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
      yield* pieces(each)
    }
    yield told.length === 0 ? '{}' : '}'
  } else yield JSON.stringify(value)
}

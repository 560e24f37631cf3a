import { othersTurn } from '../page/idle-time.ts'

/** Bytes that are read in one step: a few milliseconds on a slow computer. */
const readAtOnce = 2 ** 18

/**
 * Yields the lines of a body as they arrive, some of them per step; without a separator or a body, the whole. Throws
 * the connection's error. Ending the iteration early cancels the rest of the body.
 */
export async function* textLines(body: unknown, separator: string | null): AsyncGenerator<string> {
  let rest = ''
  if (body instanceof ReadableStream) {
    const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
    const decoder = new TextDecoder()
    let readNow = 0
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        readNow += read.value.length
        if (readNow > readAtOnce) {
          await othersTurn()
          readNow = 0
        }
        const text = decoder.decode(read.value, { stream: true })
        rest += text
        if (separator === null || !text.includes(separator)) continue
        const lines = rest.split(separator)
        rest = lines.pop() ?? ''
        yield* lines
      }
      rest += decoder.decode()
    } finally {
      // A broken stream has nothing to cancel.
      reader.cancel().catch(() => {})
    }
  }
  if (rest !== '' || separator === null) yield rest
}

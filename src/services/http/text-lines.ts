import { othersTurn } from '../page/idle-time.ts'

/** Bytes that are read in one go, in a few milliseconds on a slow computer. */
const readAtOnce = 2 ** 18

/**
 * The lines of a body as they come, some of it in each turn; without a separator, or where there is no body, all of it. Throws what broke the connection.
 * Whoever stops listening gives up what is still to come.
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
      // What was cut has nothing left to give up.
      reader.cancel().catch(() => {})
    }
  }
  if (rest !== '' || separator === null) yield rest
}

import { othersTurn } from '../page/idle-time.ts'

/**
 * The lines of a body as they come, each piece of it in a turn of its own; without a separator, or where there is no body, all of it. Throws what broke the connection.
 * Whoever stops listening gives up what is still to come.
 */
export async function* textLines(body: unknown, separator: string | null): AsyncGenerator<string> {
  let rest = ''
  if (body instanceof ReadableStream) {
    const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
    const decoder = new TextDecoder()
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        await othersTurn()
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

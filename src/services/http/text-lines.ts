/**
 * The lines of a body as they come; without a separator, or where there is no body, all of it. Throws what broke the connection.
 * Whoever stops listening gives up what is still to come.
 */
export async function* textLines(body: unknown, separator: string | null): AsyncGenerator<string> {
  let rest = ''
  if (body instanceof ReadableStream) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        rest += read.value
        if (separator === null || !read.value.includes(separator)) continue
        const lines = rest.split(separator)
        rest = lines.pop() ?? ''
        yield* lines
      }
    } finally {
      // What was cut has nothing left to give up.
      reader.cancel().catch(() => {})
    }
  }
  if (rest !== '' || separator === null) yield rest
}

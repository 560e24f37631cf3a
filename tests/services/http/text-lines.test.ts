import { expect, test } from 'vitest'
import { textLines } from '../../../src/services/http/text-lines.ts'

const text = 'Portão\nÁtrio 🏢\n\nÚltimo'

/** A body that arrives in pieces of this many bytes. */
function bodyOf(size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size))
      else controller.close()
      at += size
    },
  })
}

async function given(body: ReadableStream, separator: string | null): Promise<string[]> {
  const lines: string[] = []
  for await (const line of textLines(body, separator)) lines.push(line)
  return lines
}

test.each([1, 2, 3, 5, 1_000])('the lines do not depend on the size of the pieces, here %i bytes', async (size) => {
  expect(await given(bodyOf(size), '\n')).toEqual(text.split('\n'))
  expect((await given(bodyOf(size), null)).join('')).toBe(text)
})

test('a body that ends within a character ends with the replacement character', async () => {
  const cut = new Blob([new TextEncoder().encode('Portão').slice(0, 5)]).stream()
  expect(await given(cut, '\n')).toEqual(['Port\ufffd'])
})

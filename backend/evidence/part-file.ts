import { randomUUID } from 'node:crypto'
import { openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const chunkBytes = 64 * 1024

/** A text in a file without a name; the system removes the file when this thread ends. All calls block the thread. */
export type PartFile = {
  write(text: string): void
  /** Writes a text as an item of a list, with a comma before each item except the first. */
  item(text: string): void
  /** Yields the bytes of the text. Each chunk uses the same memory, so the next chunk overwrites the previous chunk. */
  chunks(): Generator<Buffer>
}

/**
 * @param directory the file has mode 0600 and disappears from this directory at once. Throws the error of the system,
 * for example if the disk is full.
 */
export function partFile(directory: string, bufferLength = chunkBytes): PartFile {
  const path = join(directory, `.dossier-${randomUUID()}`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  // One buffer for all texts: a new buffer per write would fill the memory until the next garbage collection.
  const waiting = Buffer.allocUnsafeSlow(bufferLength)
  let waitingBytes = 0
  let comma = ''

  function store(bytes: Buffer): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
  }

  function flush(): void {
    store(waiting.subarray(0, waitingBytes))
    waitingBytes = 0
  }

  function write(text: string): void {
    const length = Buffer.byteLength(text)
    if (length > bufferLength - waitingBytes) flush()
    if (length > bufferLength) store(Buffer.from(text))
    else waitingBytes += waiting.write(text, waitingBytes)
  }

  return {
    write,
    item(text) {
      write(comma + text)
      comma = ','
    },
    *chunks() {
      flush()
      const chunk = Buffer.allocUnsafeSlow(chunkBytes)
      for (let at = 0; ; ) {
        const read = readSync(file, chunk, 0, chunkBytes, at)
        if (read === 0) return
        at += read
        yield chunk.subarray(0, read)
      }
    },
  }
}

import { fileTexts, SpreadsheetProblem, unreadable } from './spreadsheet-problem.ts'
import { xmlText } from './xml.ts'

const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locatorSignature = 0x07064b50
const entrySignature = 0x02014b50
const endBytes = 22
const longestComment = 0xffff
const entryBytes = 46
const localBytes = 30
const locatorBytes = 20
/** If a field of 2 or 4 bytes has this value, the ZIP64 fields contain the true value. */
const inZip64 = { short: 0xffff, long: 0xffffffff }
/** Id of the extra field that contains the ZIP64 values of an entry. */
const zip64Extra = 1
const mostEntries = 1_000
/** Most bytes of all parts, as the directory declares them. */
const mostPromisedBytes = 32 * 1024 * 1024
/** Most bytes of the parts that are read, as inflated. */
const mostInflatedBytes = 16 * 1024 * 1024
/** Greatest ratio of inflated to compressed bytes, beyond the first `freeBytes`. No sheet of text comes near. */
const mostInflation = 200
const freeBytes = 1024 * 1024

interface Entry {
  method: number
  start: number
  size: number
}

export interface ZipParts {
  /** Names of the parts in lower case, with slashes, without a slash at the start. */
  names: string[]
  /** Reads and decodes the text of a part; undefined if the part does not exist. Throws a `SpreadsheetProblem`. */
  read(name: string): Promise<string | undefined>
}

/**
 * Opens a ZIP file by its directory. Counts the inflated bytes, because the declared sizes may be false. Throws a
 * `SpreadsheetProblem` if the file is not a ZIP file, damaged, encrypted or a ZIP bomb.
 */
export function zipParts(file: Uint8Array<ArrayBuffer>): ZipParts {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const entries = within(() => directoryOf(file, view))
  let leftBytes = mostInflatedBytes
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name.toLowerCase())
      if (entry === undefined) return undefined
      const stored = within(() => contentOf(file, view, entry))
      const content =
        entry.method === 0
          ? stored
          : await inflate(stored, Math.min(leftBytes, freeBytes + stored.length * mostInflation))
      leftBytes -= content.length
      return xmlText(content)
    },
  }
}

function directoryOf(file: Uint8Array, view: DataView): Map<string, Entry> {
  const { count, start } = endOf(view)
  if (count > mostEntries) throw new SpreadsheetProblem(fileTexts.bomb)
  const entries = new Map<string, Entry>()
  let promisedBytes = 0
  let at = start
  for (let index = 0; index < count; index++) {
    if (view.getUint32(at, true) !== entrySignature) throw unreadable()
    if (view.getUint16(at + 8, true) & 1) throw new SpreadsheetProblem(fileTexts.locked)
    const nameBytes = view.getUint16(at + 28, true)
    const extraBytes = view.getUint16(at + 30, true)
    const extraAt = at + entryBytes + nameBytes
    const values64 = zip64Values(view, extraAt, extraAt + extraBytes)
    const valueAt = (field: number): number => {
      const value = view.getUint32(at + field, true)
      return value === inZip64.long ? (values64.shift() ?? value) : value
    }
    // The ZIP64 field contains only the values that do not fit elsewhere, in this order.
    promisedBytes += valueAt(24)
    const size = valueAt(20)
    if (promisedBytes > mostPromisedBytes) throw new SpreadsheetProblem(fileTexts.bomb)
    const name = new TextDecoder().decode(file.subarray(at + entryBytes, at + entryBytes + nameBytes))
    entries.set(partName(name), {
      method: view.getUint16(at + 10, true),
      start: valueAt(42),
      size,
    })
    at = extraAt + extraBytes + view.getUint16(at + 32, true)
  }
  return entries
}

/** Returns the number of entries, and the offset at which the directory starts. */
function endOf(view: DataView): { count: number; start: number } {
  const first = Math.max(0, view.byteLength - endBytes - longestComment)
  for (let at = view.byteLength - endBytes; at >= first; at--) {
    if (view.getUint32(at, true) !== endSignature) continue
    const end = { count: view.getUint16(at + 10, true), start: view.getUint32(at + 16, true) }
    if (end.count !== inZip64.short && end.start !== inZip64.long) return end
    if (at < locatorBytes || view.getUint32(at - locatorBytes, true) !== locatorSignature) return end
    const end64 = uint64(view, at - locatorBytes + 8)
    if (view.getUint32(end64, true) !== end64Signature) throw unreadable()
    return { count: uint64(view, end64 + 32), start: uint64(view, end64 + 48) }
  }
  throw unreadable()
}

function partName(name: string): string {
  return name
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .toLowerCase()
}

function zip64Values(view: DataView, from: number, to: number): number[] {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== zip64Extra) continue
    const count = Math.min(3, Math.floor(view.getUint16(at + 2, true) / 8))
    return Array.from({ length: count }, (_, index) => uint64(view, at + 4 + index * 8))
  }
  return []
}

function uint64(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

function contentOf(
  file: Uint8Array<ArrayBuffer>,
  view: DataView,
  { method, start, size }: Entry,
): Uint8Array<ArrayBuffer> {
  if (method !== 0 && method !== 8) throw unreadable()
  const from = start + localBytes + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  if (from + size > file.length) throw unreadable()
  return file.subarray(from, from + size)
}

async function inflate(deflated: Uint8Array<ArrayBuffer>, mostBytes: number): Promise<Uint8Array> {
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await inflated.read().catch(() => {
      throw unreadable()
    })
    if (done) break
    chunks.push(value)
    length += value.length
    if (length > mostBytes) {
      await inflated.cancel().catch(() => {})
      throw new SpreadsheetProblem(fileTexts.bomb)
    }
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Offsets in the file may point anywhere: reading beyond its end throws a `RangeError`. */
function within<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error
  }
}

import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import * as v from 'valibot'
import { fileTexts, SpreadsheetProblem, unreadable } from './spreadsheet-problem.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const longestComment = 0xffff
const entryBytes = 46
const localBytes = 30
const mostEntries = 1_000
/** What all parts together may say they hold, and what those that are read may really hold. */
const mostInflatedBytes = 32 * 1024 * 1024

type Entry = { method: number; start: number; size: number }

export type ZipParts = {
  /** Names of the parts, in lower case. */
  names: string[]
  /** The text of a part (UTF-8), or undefined where there is none. Throws a `SpreadsheetProblem`. */
  read(name: string): Promise<string | undefined>
}

const tooMuch = v.object({ code: v.literal('ERR_BUFFER_TOO_LARGE') })

/**
 * Opens a ZIP file by its directory. What is inflated is counted: sizes in the file itself may lie. Throws a
 * `SpreadsheetProblem` for what is no ZIP file, is damaged, encrypted or a bomb.
 */
export function zipParts(file: Buffer): ZipParts {
  const entries = within(file, directoryOf)
  let leftBytes = mostInflatedBytes
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      const stored = within(file, (bytes) => contentOf(bytes, entry))
      const content = entry.method === 0 ? stored : await inflate(stored, leftBytes)
      leftBytes -= content.length
      return content.toString('utf8')
    },
  }
}

function directoryOf(file: Buffer): Map<string, Entry> {
  const end = endOf(file)
  const count = file.readUInt16LE(end + 10)
  if (count > mostEntries) throw new SpreadsheetProblem(fileTexts.bomb)
  const entries = new Map<string, Entry>()
  let promisedBytes = 0
  let at = file.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (file.readUInt32LE(at) !== entrySignature) throw unreadable()
    if (file.readUInt16LE(at + 8) & 1) throw new SpreadsheetProblem(fileTexts.locked)
    promisedBytes += file.readUInt32LE(at + 24)
    if (promisedBytes > mostInflatedBytes) throw new SpreadsheetProblem(fileTexts.bomb)
    const nameBytes = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + entryBytes, at + entryBytes + nameBytes)
    entries.set(name.toLowerCase(), {
      method: file.readUInt16LE(at + 10),
      start: file.readUInt32LE(at + 42),
      size: file.readUInt32LE(at + 20),
    })
    at += entryBytes + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/** Where the record at the end of the directory begins: a comment may follow it. */
function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - endBytes - longestComment)
  for (let at = file.length - endBytes; at >= first; at--) if (file.readUInt32LE(at) === endSignature) return at
  throw unreadable()
}

function contentOf(file: Buffer, { method, start, size }: Entry): Buffer {
  if (method !== 0 && method !== 8) throw unreadable()
  const from = start + localBytes + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
  if (from + size > file.length) throw unreadable()
  return file.subarray(from, from + size)
}

async function inflate(deflated: Buffer, mostBytes: number): Promise<Buffer> {
  try {
    return await promisify(inflateRaw)(deflated, { maxOutputLength: Math.max(1, mostBytes) })
  } catch (error) {
    throw v.is(tooMuch, error) ? new SpreadsheetProblem(fileTexts.bomb) : unreadable()
  }
}

/** Numbers in the file point anywhere: reading beyond its end throws a `RangeError`. */
function within<Result>(file: Buffer, read: (file: Buffer) => Result): Result {
  try {
    return read(file)
  } catch (error) {
    throw error instanceof RangeError ? unreadable() : error
  }
}

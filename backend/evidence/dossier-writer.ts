import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { type DossierFrame, rowTexts, textAround } from '../../contract/evidence/dossier-text.ts'
import type { Dossier } from '../../contract/wire/answers/evidence.ts'
import { type ChainRow, type CheckedRecord, linkCheck } from './chain-links.ts'
import { type ChainEnd, canonical } from './chain-record.ts'
import { dossierPage, rowHtml } from './dossier-page.ts'
import { openSessions } from './open-sessions.ts'
import { type PartFile, partFile } from './part-file.ts'
import { personalFile } from './personal-file.ts'

type Names = Dossier['names']

/** The parts of a dossier that are known before its records are read. */
export type DossierTask = {
  /** Directory of the temporary files. */
  directory: string
  known: Omit<DossierFrame, 'start' | 'end' | 'rules' | 'names' | 'signedIn'>
  people: Names['people']
  /** All records after this position are checked; the dossier shows only the records from `first` to `last`. */
  checkedFrom: ChainEnd
  first: number
  last: number
  /** ISO time. No session that is open in the period began earlier. */
  sessionsSince: string
  /** `prefix` of the `StreamedSignature`. */
  prefix: Uint8Array
}

/** Records with their time stamps, and the names of devices and condominiums that appear for the first time. */
export type DossierBatch = {
  rows: readonly ChainRow[]
  stamps: Dossier['stamps']
  names: readonly { kind: 'devices' | 'condominiums'; id: string; name: string }[]
}

export type DossierWriter = {
  /** Checks the next records and adds them. Returns the problem of the first wrong record. */
  take(batch: DossierBatch): string | undefined
  /** Lists the sessions whose end has no record. */
  unended(): string[]
  /**
   * Ends the text after the last record, and returns its SHA-512. `stored`: the sessions of `unended` that are still
   * stored.
   */
  close(stored: readonly string[]): { digest: Uint8Array; pageBytes: number }
  /** Adds the signature (base64). Returns the media type and the length of the answer. */
  sign(signature: string): { mediaType: string; bytes: number }
  /** Returns the next bytes of the answer. */
  next(): { chunk: Uint8Array<ArrayBuffer>; isLast: boolean }
}

type Piece = string | PartFile

/**
 * Writes a dossier from records that arrive one after another (EVI-4). The parts are in files, so more records need no
 * more memory. The answer is a form (RFC 7578) with the files `page` and `json`.
 */
export function dossierWriter({
  directory,
  known,
  people,
  checkedFrom,
  first,
  last,
  sessionsSince,
  prefix,
}: DossierTask): DossierWriter {
  const { subject, period, zone } = known
  const check = linkCheck(checkedFrom)
  const sessions = openSessions(period, sessionsSince)
  const personal = personalFile(directory)
  const records = partFile(directory)
  const hashes = partFile(directory)
  const stamps = partFile(directory)
  const pageRows = partFile(directory)
  const names: Names = { people, devices: {}, condominiums: {} }
  const used: Names = { people: {}, devices: {}, condominiums: {} }
  const rowOf = rowTexts({ zone, names, subject })
  const stated: CheckedRecord[] = []
  let rules: Record<string, unknown> | null = null
  let start = checkedFrom
  let end = checkedFrom
  let shown = 0
  let data: Piece[] = []
  let page = { head: '', foot: '', after: '' }
  const bytes = { page: 0, data: 0, escapes: 0 }
  let answer: Generator<Buffer> = bytesOf([])
  let upcoming: Buffer | undefined

  function use(kind: keyof Names, id: string | undefined): void {
    const name = id === undefined ? undefined : names[kind][id]
    if (id !== undefined && name !== undefined) used[kind][id] = name
  }

  function takeRecord(record: CheckedRecord, hash: string): void {
    sessions.take(record)
    const { seq, kind, actor, text } = record
    if (seq < first) {
      start = { seq, hash }
      if (kind === 'rules') rules = v.parse(jsonObject, text)
    }
    if (seq < first || seq > last) return
    end = { seq, hash }
    records.item(text)
    hashes.item(`"${hash}"`)
    if (kind === 'rules') stated.push(record)
    use('people', actor.person)
    use('people', record.subject.person)
    use('devices', record.subject.device)
    use('condominiums', record.subject.condominium)
    const row = rowOf?.(record, hash, isAbout(record, subject) ? personal.take(record) : {}) ?? null
    if (row === null) throw new Error(otherShape)
    if (row === 'other') return
    shown += 1
    pageRows.write(rowHtml(row))
  }

  return {
    take(batch) {
      for (const { kind, id, name } of batch.names) names[kind][id] = name
      for (const row of batch.rows) {
        const record = check(row)
        if (typeof record === 'string') return record
        takeRecord(record, row.hash)
      }
      for (const stamp of batch.stamps) stamps.item(canonical(stamp))
      return undefined
    },
    unended: sessions.unended,
    close(stored) {
      const signedIn = sessions.list(stored)
      for (const { person } of signedIn) use('people', person)
      const frame = { ...known, start, end, rules, names: used, signedIn }
      const others = end.seq - start.seq - shown
      const text = textAround(frame, { rows: [], others, stated })
      if (text === null) throw new Error(otherShape)
      page = dossierPage(text, shown > 0)
      const pageHash = createHash('sha256')
      for (const chunk of bytesOf([page.head, pageRows, page.foot, page.after])) {
        pageHash.update(chunk)
        bytes.page += chunk.length
      }
      const lists = { records, hashes, stamps, personal: personal.sorted() }
      data = piecesOf({ ...frame, page: pageHash.digest('hex') }, lists)
      const hash = createHash('sha512').update(prefix)
      for (const chunk of bytesOf(data)) {
        hash.update(chunk)
        bytes.data += chunk.length
        for (let at = chunk.indexOf('<'); at >= 0; at = chunk.indexOf('<', at + 1)) bytes.escapes += 1
      }
      return { digest: hash.digest(), pageBytes: bytes.page + bytes.data + bytes.escapes * escapedBytes }
    },
    sign(signature) {
      const boundary = randomBytes(32).toString('hex')
      const around = ['{"dossier":', `,"signature":"${signature}"}`] as const
      const [opening, between, ending] = formParts(boundary)
      const json = [around[0], ...data, around[1]]
      function* wholeAnswer(): Generator<Buffer> {
        yield* bytesOf([opening, page.head, pageRows, page.foot])
        yield* inPage(bytesOf(json))
        yield* bytesOf([page.after, between, ...json, ending])
      }
      answer = wholeAnswer()
      upcoming = nextOf(answer)
      const fixed = Buffer.byteLength(opening + between + ending) + 2 * Buffer.byteLength(around.join(''))
      return {
        mediaType: `multipart/form-data; boundary=${boundary}`,
        bytes: fixed + bytes.page + 2 * bytes.data + bytes.escapes * escapedBytes,
      }
    },
    next() {
      const chunk = new Uint8Array(upcoming ?? [])
      upcoming = nextOf(answer)
      return { chunk, isLast: upcoming === undefined }
    },
  }
}

const otherShape = 'the chain has a record of another shape'
const jsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

function isAbout({ subject: { device, condominium } }: CheckedRecord, wanted: Dossier['subject']): boolean {
  if (wanted.device !== undefined) return device === wanted.device
  return wanted.condominium === undefined || condominium === wanted.condominium
}

type Lists = Record<'records' | 'hashes' | 'stamps' | 'personal', PartFile>

/** Returns the canonical JSON (RFC 8785) of a dossier in pieces: texts, and the lists between them. */
function piecesOf(fields: Omit<Dossier, keyof Lists>, lists: Lists): Piece[] {
  const mark = randomBytes(16).toString('hex')
  const text = canonical({ ...fields, records: [mark], hashes: [mark], stamps: [mark], personal: { [mark]: 0 } })
  const [one, two, three, four, five = ''] = text.split(new RegExp(`"${mark}"(?::0)?`))
  // Canonical JSON sorts the names of the lists.
  return [one, lists.hashes, two, lists.personal, three, lists.records, four, lists.stamps, five].map(
    (each) => each ?? '',
  )
}

/** Returns three texts of the form: before the file `page`, between `page` and `json`, and after `json`. */
function formParts(boundary: string): [string, string, string] {
  const head = (name: string, file: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n`
  return [
    head('page', 'dossie.html', 'text/html'),
    `\r\n${head('json', 'dossie.json', 'application/json')}`,
    `\r\n--${boundary}--\r\n`,
  ]
}

function* bytesOf(pieces: readonly Piece[]): Generator<Buffer> {
  for (const piece of pieces)
    if (typeof piece === 'string') yield Buffer.from(piece)
    else yield* piece.chunks()
}

const lessThan = String.raw`\u003c`
const escapedBytes = lessThan.length - 1

/** Yields the data with `<` escaped, so that no text in the data can close the element that contains the data. */
function* inPage(chunks: Iterable<Buffer>): Generator<Buffer> {
  // `latin1` keeps each byte: a chunk may end within a character.
  for (const chunk of chunks)
    yield chunk.includes('<') ? Buffer.from(chunk.toString('latin1').replaceAll('<', lessThan), 'latin1') : chunk
}

function nextOf(chunks: Generator<Buffer>): Buffer | undefined {
  const { done, value } = chunks.next()
  return done === true ? undefined : value
}

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as v from 'valibot'
import { syncOne } from '../database/embedded/data-directory.ts'
import { schemaAfter } from '../database/migrated-schema.ts'
import { refuseNewer } from '../database/migrations.ts'
import { OperatorError } from '../database/operator-error.ts'
import { refusedPath, requireAccess } from '../database/refused-path.ts'
import { fingerprint, isBatch, sequenceState } from '../database/table-rows.ts'
import { leftOut } from '../database/tables.ts'

/** First line of the file: version of the program and format. */
export type BackupHeader = v.InferOutput<typeof header>

/** Lines of a backup after its header. The rows of a table come after its `table` and before its `fingerprint`. */
export type BackupPart =
  | { table: string }
  | { rows: string[] }
  | { fingerprint: v.InferOutput<typeof fingerprint> }
  | { sequences: v.InferOutput<typeof sequenceState>[] }

const format = 1
const header = v.object({
  guarita: v.literal('backup'),
  format: v.number(),
  /** ISO 8601. */
  madeAt: v.string(),
  /** Version of the program that made the backup. */
  version: v.string(),
  migrations: v.array(v.string()),
})
const mark = v.union([
  v.object({ table: v.string() }),
  v.object({ fingerprint }),
  v.object({ sequences: v.array(sequenceState) }),
])
type Mark = v.InferOutput<typeof mark>
const seal = v.object({ sha256: v.string() })
const markLine = /^#/
const isFrame = /^#\{"(guarita|sha256)"/

/**
 * Writes a backup: gzip over lines. A row is a line of JSON, every other line is `#` and JSON; the last line contains the SHA-256 of all
 * lines before it. The file has mode 0600, and is either complete and on disk or absent. Rejects with `OperatorError` if the file cannot
 * be made.
 */
export async function writeBackupFile(
  path: string,
  head: Omit<BackupHeader, 'guarita' | 'format'>,
  parts: AsyncIterable<BackupPart>,
): Promise<void> {
  await requireNewFile(path)
  const making = `${path}.part`
  await rm(making, { force: true })
  try {
    const hash = createHash('sha256')
    async function* lines() {
      const line = (text: string) => {
        hash.update(text)
        return text
      }
      yield line(`#${JSON.stringify({ guarita: 'backup', format, ...head })}\n`)
      for await (const part of parts)
        yield line(`${'rows' in part ? part.rows.join('\n') : `#${JSON.stringify(part)}`}\n`)
      yield `#${JSON.stringify({ sha256: hash.digest('hex') })}\n`
    }
    const file = createWriteStream(making, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(lines()), createGzip(), file)
    await rename(making, path)
    await syncOne(dirname(path)).catch(() => {})
  } catch (error) {
    await rm(making, { force: true })
    throw refusedPath(path, error, 'outro arquivo')
  }
}

/** Rejects with an `OperatorError` unless a file of this name can be made: before long work, too. */
export async function requireNewFile(path: string): Promise<void> {
  if (existsSync(path)) throw new OperatorError(`O arquivo ${path} já existe. Escolha outro nome.`)
  const directory = dirname(path)
  await requireAccess(directory, 'outro arquivo')
  await readdir(directory).catch((error) => {
    throw refusedPath(directory, error, 'outro arquivo')
  })
}

/**
 * Reads a whole backup, compares it with its seal, and its tables with those of its version. Rejects with `OperatorError` if the file is
 * broken, truncated, altered, incomplete, not a backup, or readable only by a newer version.
 */
export async function checkBackupFile(path: string): Promise<BackupHeader> {
  let head: BackupHeader | undefined
  let sealed: string | undefined
  const found: Mark[] = []
  const hash = createHash('sha256')
  for await (const line of linesOf(path)) {
    if (sealed !== undefined) throw broken(path)
    head ??= headerOf(path, line)
    const end = line.startsWith('#{"sha256"') ? v.safeParse(seal, jsonOf(path, line.slice(1))) : undefined
    if (end?.success) sealed = end.output.sha256
    else hash.update(`${line}\n`)
    if (markLine.test(line) && !isFrame.test(line)) found.push(markOf(path, line))
  }
  if (head === undefined || sealed !== hash.digest('hex')) throw broken(path)
  await refuseNewer(head.migrations)
  await refuseIncomplete(path, head.migrations, found)
  return head
}

/** Rejects unless each table of the version, no other table, and the sequences are in the backup. */
async function refuseIncomplete(path: string, migrations: readonly string[], found: readonly Mark[]): Promise<void> {
  const wanted = new Set([...(await schemaAfter(migrations)).keys()].filter((name) => !leftOut.has(name)))
  const tables = new Set<string>()
  for (const [index, part] of found.entries()) {
    if (!('table' in part)) continue
    if (!wanted.has(part.table))
      throw new OperatorError(`O arquivo ${path} tem uma tabela desconhecida. Nada foi restaurado. Use outra cópia.`)
    // Without a fingerprint, nobody knows whether all rows are there.
    const next = found[index + 1]
    if (next !== undefined && 'fingerprint' in next) tables.add(part.table)
  }
  const missing = [...wanted].filter((name) => !tables.has(name)).toSorted()
  if (missing.length === 0 && found.some((part) => 'sequences' in part)) return
  throw new OperatorError(
    `O arquivo ${path} não é uma cópia inteira: falta ${missing.length === 0 ? 'a numeração' : `a tabela ${missing.join(', ')}`}. Nada foi restaurado. Use outra cópia.`,
  )
}

/** Yields the parts after the header of a checked backup. */
export async function* readBackupFile(path: string): AsyncGenerator<BackupPart> {
  let rows: string[] = []
  let characters = 0
  for await (const line of linesOf(path)) {
    if (!markLine.test(line)) {
      rows.push(line)
      characters += line.length
    }
    if (rows.length > 0 && (isBatch(rows.length, characters) || markLine.test(line))) {
      yield { rows }
      rows = []
      characters = 0
    }
    if (markLine.test(line) && !isFrame.test(line)) yield markOf(path, line)
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const unpacked = createGunzip().setEncoding('utf8')
  const file = createReadStream(path)
  file.once('error', (error) => unpacked.destroy(error)).pipe(unpacked)
  let rest = ''
  try {
    for await (const chunk of unpacked) {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if (error instanceof Error && 'syscall' in error) throw refusedPath(path, error, 'outro arquivo')
    throw broken(path)
  } finally {
    file.destroy()
  }
  if (rest !== '') throw broken(path)
}

function headerOf(path: string, line: string): BackupHeader {
  const read = v.safeParse(header, markLine.test(line) ? jsonOf(path, line.slice(1)) : undefined)
  if (!read.success) throw broken(path)
  if (read.output.format > format)
    throw new OperatorError(`O arquivo ${path} foi feito por uma versão mais nova do Guarita. Restaure-o com ela.`)
  return read.output
}

function markOf(path: string, line: string): Mark {
  const read = v.safeParse(mark, jsonOf(path, line.slice(1)))
  if (!read.success) throw broken(path)
  return read.output
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw broken(path)
  }
}

function broken(path: string): OperatorError {
  return new OperatorError(
    `O arquivo ${path} não é uma cópia de segurança inteira do Guarita: está cortado, danificado ou foi alterado. Nada foi restaurado. Use outra cópia.`,
  )
}

import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { bounds } from '../bounds.ts'
import { busOver } from '../bus/bus.ts'
import { type DataDirInUse, withDataLock } from '../database/embedded/data-lock.ts'
import { OperatorError } from '../database/operator-error.ts'
import { unlessRefused } from '../database/refused-path.ts'
import { type DatabasePlace, openDatabase } from '../open-database.ts'
import { door, doorFile } from './door-file.ts'
import { requireData } from './installation.ts'

const answered = v.union([v.object({ message: v.string() }), v.object({ result: v.optional(v.unknown()) })])

/**
 * Runs a command of `localCommands` in the server that has the data directory open; without such a server, or with a PostgreSQL, in this
 * process. Resolves to the unparsed answer. Rejects with an `OperatorError` for the person at the terminal.
 */
export async function runLocalCommand(place: DatabasePlace, name: string, input: unknown): Promise<unknown> {
  if (place.databaseUrl !== undefined) return runHere(place, name, input)
  await requireData(place.dataDir)
  return withDataLock(
    place.dataDir,
    () => runHere(place, name, input),
    (error) => askServer(place.dataDir, name, input, error),
  )
}

async function runHere(place: DatabasePlace, name: string, input: unknown): Promise<unknown> {
  // Beside a running server the commands and their imports would take 20 MB for nothing.
  const { localCommands } = await import('./local-commands.ts')
  const command = localCommands[name]
  if (command === undefined) throw new Error(`unknown command ${name}`)
  const { database, transport } = await openDatabase(place)
  const bus = busOver(database, transport)
  try {
    // The Redis transport can send only after `listen`; the one of the database needs no listener.
    if (place.redisUrl !== undefined) await bus.listen({ onMessage() {}, onLost() {}, onResumed() {}, onMissed() {} })
    return await command({ database, bus, now: Date.now }, input)
  } finally {
    await bus.close()
    await database.close()
  }
}

async function askServer(dataDir: string, name: string, input: unknown, inUse: DataDirInUse): Promise<unknown> {
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), door),
    await readFile(doorFile(dataDir), 'utf8').catch(unlessRefused),
  )
  // The server is starting, ending, of an older version, or another user's.
  if (!read.success) throw inUse
  const { url, secret } = read.output
  const answer = await fetch(`${url}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(input ?? null),
    signal: AbortSignal.timeout(bounds.localCommands.most.timeMs),
  }).catch(() => undefined)
  const reply = v.safeParse(answered, await answer?.json().catch(() => undefined))
  if (!reply.success)
    throw new OperatorError('O servidor que tem os dados abertos não respondeu ao comando. Tente de novo.')
  if ('message' in reply.output) throw new OperatorError(reply.output.message)
  return reply.output.result
}

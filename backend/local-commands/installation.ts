import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { restoringName } from '../database/embedded/data-lock.ts'
import { DatabaseRefused, OperatorError } from '../database/operator-error.ts'
import { refusedPath, unlessMissing, userName } from '../database/refused-path.ts'
import type { DatabasePlace } from '../open-database.ts'

/** Data directory if neither `--data` nor `GUARITA_DATA` is set. */
export const usualDataDir = join(import.meta.dirname, '../../.data')

/** Returns the data directory that the operator names, by `--data` or `GUARITA_DATA`; an empty variable counts as unset. */
export function namedDataDir(data: string | undefined, variable: string | undefined): string | undefined {
  return data ?? (variable || undefined)
}

/**
 * Returns the database that a command works on: the data directory (default `.data`), or the PostgreSQL of
 * `DATABASE_URL`. Throws an `OperatorError` if a directory and `DATABASE_URL` are both given.
 */
export function installationOf(data: string | undefined, env: Record<string, string | undefined>): DatabasePlace {
  const dataDir = namedDataDir(data, env.GUARITA_DATA)
  if (!env.DATABASE_URL) return { dataDir: dataDir ?? usualDataDir }
  if (dataDir !== undefined)
    throw new OperatorError('DATABASE_URL e --data (ou GUARITA_DATA) não andam juntos. Tire um dos dois.')
  return {
    dataDir: 'memory',
    databaseUrl: env.DATABASE_URL,
    ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }),
  }
}

/** Rejects with an `OperatorError` without data, or for data of another user: this user's files would stop the server. */
export async function requireData(dataDir: string): Promise<void> {
  const owner = await otherOwnerOf(dataDir)
  const found = await Promise.all(
    ['db', 'db.json', restoringName].map((name) => unlessMissing(stat(join(dataDir, name)))),
  ).catch((error) => {
    // Only the owner can see what is in the directory.
    if (owner === undefined) throw refusedPath(dataDir, error)
    return [dataDir]
  })
  if (found.every((each) => each === undefined)) throw new DatabaseRefused(`Não há dados do Guarita em ${dataDir}.`)
  if (owner !== undefined)
    throw new OperatorError(
      `A pasta ${dataDir} é do usuário ${userName(owner)}, e o comando é do usuário ${userName()}. Repita como o dono dos dados: sudo -u ${userName(owner)} …`,
    )
}

/** Resolves to the user id of the owner, if the owner is another user. */
async function otherOwnerOf(dataDir: string): Promise<number | undefined> {
  const found = await unlessMissing(stat(dataDir)).catch((error) => {
    throw refusedPath(dataDir, error)
  })
  return process.getuid?.() === found?.uid ? undefined : found?.uid
}

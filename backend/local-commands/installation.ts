import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseRefused, OperatorError } from '../database/operator-error.ts'
import { refusedPath, unlessMissing } from '../database/refused-path.ts'
import type { DatabasePlace } from '../open-database.ts'

const projectDir = join(import.meta.dirname, '../..')

/**
 * Returns the database that a command works on: the data directory of `--data` or `GUARITA_DATA` (default `.data`), or
 * the PostgreSQL of `DATABASE_URL`. Throws an `OperatorError` if a directory and `DATABASE_URL` are both given.
 */
export function installationOf(data: string | undefined, env: Record<string, string | undefined>): DatabasePlace {
  const dataDir = data ?? (env.GUARITA_DATA || undefined)
  if (!env.DATABASE_URL) return { dataDir: dataDir ?? join(projectDir, '.data') }
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
  const isForeign = await isOfAnotherUser(dataDir)
  const found = await Promise.all(['db', 'db.json'].map((name) => unlessMissing(stat(join(dataDir, name))))).catch(
    (error) => {
      // Only the owner can see what is in the directory.
      if (!isForeign) throw refusedPath(dataDir, error)
      return [dataDir]
    },
  )
  if (found.every((each) => each === undefined)) throw new DatabaseRefused(`Não há dados do Guarita em ${dataDir}.`)
  if (isForeign)
    throw new OperatorError(
      `A pasta ${dataDir} é de outro usuário da máquina. Repita como ele (por exemplo: sudo -u guarita …).`,
    )
}

async function isOfAnotherUser(dataDir: string): Promise<boolean> {
  const found = await unlessMissing(stat(dataDir)).catch((error) => {
    throw refusedPath(dataDir, error)
  })
  return found !== undefined && process.getuid !== undefined && process.getuid() !== found.uid
}

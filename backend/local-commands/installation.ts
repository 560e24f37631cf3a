import { join } from 'node:path'
import { OperatorError } from '../database/operator-error.ts'
import type { DatabasePlace } from '../open-database.ts'

const projectDir = join(import.meta.dirname, '../..')

/**
 * Where the data are that a command is about: `--data` or `GUARITA_DATA`, default `.data`; or the PostgreSQL of `DATABASE_URL`.
 * Throws an `OperatorError` when both are told.
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

import { DatabaseError } from 'pg'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { DatabaseRefused } from '../operator-error.ts'

/**
 * States of PostgreSQL that pass: connection lost, shut down or starting, out of connections, disk or memory, too slow, in
 * another's way, a standby that is not the primary yet. A class of two characters stands for all in it.
 */
const passing = new Set(['08', '53', '57', '40', '58', '25006', '25P03', '55P03'])

/** What the driver says without a code when a connection is no more, was never made or does not answer. */
const lostConnection = /^(Connection terminated|Client (has|was)|Query read timeout|timeout)/

/** Whether the connection is of no more use after this error. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return isConnectionLost(error.cause)
  if (error instanceof DatabaseError) return /^(08|57P|25P03|25006)/.test(error.code ?? '')
  return error instanceof Error && ('errno' in error || lostConnection.test(error.message))
}

/** The same error, or what the server answers as 503 where it passes. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  const passes = passing.has(code) || passing.has(code.slice(0, 2)) || isConnectionLost(error)
  return passes ? new DatabaseUnavailable(error) : error
}

/** Where a database is meant to be, without its password. */
export type Place = { host: string; port: number; user?: string | undefined; database?: string | undefined }

/** What an operator must know when the start fails at the database; errors that say nothing of the kind come back as they are. */
export function asRefused(error: unknown, { host, port, user, database }: Place): unknown {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const where = `O PostgreSQL em ${host}:${port}`
  const code = cause instanceof DatabaseError ? (cause.code ?? '') : ''
  const text = cause instanceof Error ? cause.message || String('code' in cause ? cause.code : cause.name) : ''
  const sentence = code.startsWith('28')
    ? `${where} recusou o usuário ${user}. Confira usuário e senha em DATABASE_URL e as regras do pg_hba.conf. (${text})`
    : code === '3D000'
      ? `${where} não tem o banco ${database}. Crie-o (createdb) ou corrija DATABASE_URL. (${text})`
      : code === '42501'
        ? `${where} não deixa o usuário ${user} criar tabelas no banco ${database}. Torne-o dono do banco. (${text})`
        : code === '25006'
          ? `${where} só aceita leitura: é uma réplica. Aponte DATABASE_URL para o servidor principal. (${text})`
          : asUnavailable(cause) instanceof DatabaseUnavailable
            ? `${where} não respondeu. Confira se ele está funcionando, se a rede chega até lá e se DATABASE_URL está certa. (${text})`
            : undefined
  return sentence === undefined ? error : new DatabaseRefused(sentence, cause)
}

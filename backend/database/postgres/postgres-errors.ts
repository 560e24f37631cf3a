import { DatabaseError } from 'pg'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { DatabaseRefused } from '../operator-error.ts'

/**
 * SQLSTATEs of temporary failures: connection lost, shutting down or starting, out of connections, disk or memory, too slow, conflict with
 * another transaction, a standby not yet primary. Two characters mean the whole class.
 */
const temporary = new Set(['08', '53', '57', '40', '58', '25006', '25P03', '55P03'])

/** Driver messages without a code for a connection that is lost, was never made or does not answer. */
const lostConnection = /^(Connection terminated|Client (has|was)|Query read timeout|timeout)/

export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return isConnectionLost(error.cause)
  if (error instanceof DatabaseError) return /^(08|57P|25P03|25006)/.test(error.code ?? '')
  return error instanceof Error && ('errno' in error || lostConnection.test(error.message))
}

/** Wraps a temporary error as `DatabaseUnavailable` (503); returns other errors unchanged. */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  const isTemporary = temporary.has(code) || temporary.has(code.slice(0, 2)) || isConnectionLost(error)
  return isTemporary ? new DatabaseUnavailable(error) : error
}

export type Place = { host: string; port: number; user?: string | undefined; database?: string | undefined }

/** Converts an error of the database at the start into a message for the operator; returns other errors unchanged. */
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

import type { FastifyInstance, FastifyServerOptions } from 'fastify'

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
export const logFormats = ['json', 'text'] as const

export type LogOptions = {
  level: (typeof logLevels)[number]
  /** `json`: an object a line (OPS-2); `text`: the same for a person at a terminal. */
  format: (typeof logFormats)[number]
  /** Receives each line with its line end. */
  write: (line: string) => void
}

/** Characters besides those that JSON escapes that could end a line or control a terminal: input from outside must stay in its line. */
const unsafe = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const levelWords: Record<string, string> = { error: 'ERRO', warn: 'AVISO', info: 'info', debug: 'debug' }

/** Options of Fastify's logger: time in ISO 8601, errors without values of SQL statements, no line per request. */
export function serverLog({ level, format, write }: LogOptions): Pick<FastifyServerOptions, 'logger'> {
  if (level === 'silent') return { logger: false }
  return {
    logger: {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: errorFields },
      stream: { write: (line) => write(escaped(format === 'json' ? line : readable(line))) },
    },
  }
}

/** Logs each answer at the level `info` by route, not by address: ids, codes and search words stay out of the log. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        ...(request.identity && { userId: request.identity.account.userId }),
      },
      'answered',
    )
  })
}

type ErrorFields = { type: string; message: string; stack: string; [more: string]: unknown }

/** Picks safe fields: database errors also contain the statement, its parameters and the row, with e-mails and hashes. */
function errorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: String(error.code) }),
    stack: error.stack ?? '',
    ...(error.cause !== undefined && { cause: errorFields(error.cause) }),
  }
}

function escaped(line: string): string {
  return line.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function readable(line: string): string {
  const { level, time, msg, ...fields }: Record<string, unknown> = JSON.parse(line)
  const fieldTexts = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  const clock = new Date(String(time)).toLocaleTimeString('pt-BR')
  return `${clock} ${levelWords[String(level)] ?? level} ${plain(msg)}${fieldTexts.join('')}\n`
}

function plain(message: unknown): string {
  return JSON.stringify(String(message ?? '')).slice(1, -1)
}

/** Sends `console.warn` and `console.error` of this process and its libraries to the log. */
export function logConsole({ level, write }: LogOptions): void {
  const as =
    (severity: 'warn' | 'error') =>
    (...values: unknown[]) => {
      if (level === 'silent') return
      const error = values.find(isError)
      const texts = values.filter((part) => part !== error)
      const line = {
        level: severity,
        time: new Date().toISOString(),
        ...(error && { err: errorFields(error) }),
        msg: texts.map(String).join(' ') || error?.message,
      }
      write(escaped(`${JSON.stringify(line)}\n`))
    }
  console.warn = as('warn')
  console.error = as('error')
}

function isError(value: unknown): value is Error {
  return value instanceof Error
}

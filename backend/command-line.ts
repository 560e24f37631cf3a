import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { OperatorError } from './database/operator-error.ts'
import { usualDays } from './database/table.ts'
import { namedDataDir } from './local-commands/installation.ts'
import { logFormats, logLevels } from './logging/server-log.ts'
import { socketTransports } from './realtime/realtime.ts'
import { keptDays } from './retention/kept-days.ts'
import { seedNames } from './seed/plant.ts'

/** Options given by the operator; undefined if not given. */
export type Command = v.InferOutput<typeof command>

export class BadCommand extends OperatorError {}

const list = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((item) => item.trim())),
  v.transform((items) => items.filter((item) => item !== '')),
)

const positive = v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(1), v.maxValue(1_000_000_000))

const command = v.object({
  port: v.optional(v.pipe(v.string(), v.digits(), v.toNumber(), v.maxValue(65_535))),
  host: v.optional(v.pipe(v.string(), v.nonEmpty())),
  seed: v.optional(v.picklist(seedNames)),
  data: v.optional(v.pipe(v.string(), v.nonEmpty())),
  databaseUrl: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:/i))),
  redisUrl: v.optional(v.pipe(v.string(), v.regex(/^(rediss?|unix):/i))),
  evidenceAnchor: v.optional(v.pipe(v.string(), v.nonEmpty())),
  evidenceKeyFile: v.optional(v.pipe(v.string(), v.nonEmpty())),
  timeStampAuthority: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/i))),
  keptDays: v.optional(keptDays),
  declaredRecords: v.optional(positive),
  declaredMegabytes: v.optional(positive),
  configFile: v.optional(v.pipe(v.string(), v.nonEmpty())),
  corsOrigins: v.optional(v.pipe(list, v.array(v.pipe(v.string(), v.check(isSite), v.transform(originOf)))), ''),
  trustedProxies: v.optional(v.pipe(list, v.array(v.pipe(v.string(), v.check(isNetwork)))), ''),
  socketNamespaces: v.optional(
    v.pipe(
      list,
      v.transform((names) => names.map((name) => (name.startsWith('/') ? name : `/${name}`))),
    ),
    '',
  ),
  socketTransports: v.optional(v.pipe(list, v.minLength(1), v.array(v.picklist(socketTransports)))),
  fsync: v.optional(v.picklist(['on', 'off']), 'on'),
  gateEvents: v.optional(v.picklist(['on', 'off'])),
  simulator: v.optional(v.picklist(['on', 'off'])),
  apiReference: v.optional(v.picklist(['on', 'off']), 'on'),
  deviceTimeoutMs: v.optional(v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(100), v.maxValue(80_000))),
  cepUrl: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/i))),
  demoPassword: v.optional(v.pipe(v.string(), v.nonEmpty())),
  logLevel: v.optional(v.picklist(logLevels), 'warn'),
  logFormat: v.optional(v.picklist(logFormats)),
  metricsToken: v.optional(v.pipe(v.string(), v.minLength(16))),
})

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits = '1', ...more] = text.split('/')
  const mostBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= mostBits
}

/** Accepts an origin without path and wildcard: a browser sends no path, and the server would compare `*` as text. */
function isSite(text: string): boolean {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && url.href === `${url.origin}/` && !url.host.includes('*')
}

/** The form in which a browser sends an origin: lower case, without a final slash or a usual port. */
function originOf(text: string): string {
  return new URL(text).origin
}

const nameOf: Record<string, string> = {
  port: '--port (GUARITA_PORT, PORT)',
  host: '--host',
  seed: '--seed',
  data: '--data',
  databaseUrl: 'DATABASE_URL',
  redisUrl: 'REDIS_URL',
  socketTransports: 'GUARITA_SOCKET_TRANSPORTS',
  fsync: 'GUARITA_FSYNC',
  gateEvents: 'GUARITA_GATE_EVENTS',
  simulator: 'GUARITA_SIMULATOR',
  apiReference: 'GUARITA_API_REFERENCE',
  deviceTimeoutMs: 'GUARITA_DEVICE_TIMEOUT_MS',
  cepUrl: 'CEP_URL',
  timeStampAuthority: 'GUARITA_EVIDENCE_TSA',
  declaredRecords: 'GUARITA_DECLARED_RECORDS',
  declaredMegabytes: 'GUARITA_DECLARED_MB',
  logLevel: 'GUARITA_LOG_LEVEL',
  logFormat: 'GUARITA_LOG_FORMAT',
}

/** Reads flags and variables; a flag overrides its variable. Throws `BadCommand`. */
export function readCommand(args: string[], env: Record<string, string | undefined>): Command {
  const flags = readFlags(args)
  const parsed = v.safeParse(command, {
    // Hosting services set the port by PORT; an empty PORT counts as unset.
    port: flags.port ?? (env.GUARITA_PORT || env.PORT || undefined),
    host: flags.host ?? env.GUARITA_HOST,
    seed: flags.seed ?? env.GUARITA_SEED,
    data: namedDataDir(flags.data, env.GUARITA_DATA),
    databaseUrl: env.DATABASE_URL || undefined,
    redisUrl: env.REDIS_URL || undefined,
    evidenceAnchor: env.GUARITA_EVIDENCE_ANCHOR || undefined,
    evidenceKeyFile: env.GUARITA_EVIDENCE_KEY || undefined,
    timeStampAuthority: env.GUARITA_EVIDENCE_TSA || undefined,
    keptDays: env.GUARITA_KEEP || undefined,
    declaredRecords: env.GUARITA_DECLARED_RECORDS || undefined,
    declaredMegabytes: env.GUARITA_DECLARED_MB || undefined,
    configFile: env.GUARITA_CONFIG,
    corsOrigins: env.GUARITA_CORS_ORIGINS,
    trustedProxies: env.GUARITA_TRUSTED_PROXIES ?? env.GUARITA_TRUST_PROXY,
    socketNamespaces: env.GUARITA_SOCKET_NAMESPACES,
    socketTransports: env.GUARITA_SOCKET_TRANSPORTS || undefined,
    fsync: flags['no-fsync'] ? 'off' : env.GUARITA_FSYNC,
    gateEvents: env.GUARITA_GATE_EVENTS,
    simulator: env.GUARITA_SIMULATOR,
    apiReference: env.GUARITA_API_REFERENCE,
    deviceTimeoutMs: env.GUARITA_DEVICE_TIMEOUT_MS,
    cepUrl: env.CEP_URL,
    demoPassword: env.GUARITA_DEMO_PASSWORD,
    logLevel: env.GUARITA_LOG_LEVEL,
    logFormat: env.GUARITA_LOG_FORMAT,
    metricsToken: env.GUARITA_METRICS_TOKEN || undefined,
  })
  if (parsed.success) {
    if (parsed.output.databaseUrl !== undefined && parsed.output.data !== undefined)
      throw new BadCommand(
        'DATABASE_URL e --data (ou GUARITA_DATA) não andam juntos: com um PostgreSQL os dados não ficam em uma pasta. Tire um dos dois.',
      )
    return parsed.output
  }
  const issue = parsed.issues[0]
  const key = (v.getDotPath(issue) ?? '').split('.')[0] ?? ''
  // The URL may contain a password.
  if (key === 'databaseUrl')
    throw new BadCommand('DATABASE_URL deve ser como postgres://usuario:senha@servidor:5432/guarita')
  if (key === 'metricsToken') throw new BadCommand('GUARITA_METRICS_TOKEN deve ter pelo menos 16 caracteres.')
  if (key === 'keptDays')
    throw new BadCommand(
      `GUARITA_KEEP diz por quantos dias se guarda o quê: ${Object.entries(usualDays)
        .map((each) => each.join('='))
        .join(',')}`,
    )
  if (key === 'redisUrl') throw new BadCommand('REDIS_URL deve ser como redis://usuario:senha@servidor:6379')
  const value = `não aceita "${String(issue.input)}"`
  if (key === 'corsOrigins')
    throw new BadCommand(
      `GUARITA_CORS_ORIGINS ${value}: liste endereços como https://painel.exemplo.com.br, com http ou https, sem caminho e sem *.`,
    )
  if (key === 'trustedProxies')
    throw new BadCommand(
      `GUARITA_TRUSTED_PROXIES ${value}: liste endereços (10.0.0.1), redes (10.0.0.0/8, ::1/128), loopback, linklocal ou uniquelocal.`,
    )
  throw new BadCommand(`Valor inválido para ${nameOf[key] ?? key}: ${String(issue.input)}`)
}

function readFlags(args: string[]) {
  try {
    const option = { type: 'string' } as const
    const options = { port: option, host: option, seed: option, data: option, 'no-fsync': { type: 'boolean' } } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new BadCommand(
      `Opções aceitas: --port N, --host ENDEREÇO, --seed demo|large|none, --data PASTA, --no-fsync, --help, --version. (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

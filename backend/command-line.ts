import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { seedNames } from './seed/plant.ts'

/** What the operator asked for; what was not asked for is undefined. */
export type Command = v.InferOutput<typeof command>

/** A flag or variable that makes no sense; the message is for the operator. */
export class BadCommand extends Error {}

const list = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((item) => item.trim())),
  v.transform((items) => items.filter((item) => item !== '')),
)

const command = v.object({
  port: v.optional(v.pipe(v.string(), v.digits(), v.toNumber(), v.maxValue(65_535))),
  host: v.optional(v.pipe(v.string(), v.nonEmpty())),
  seed: v.optional(v.picklist(seedNames)),
  data: v.optional(v.pipe(v.string(), v.nonEmpty())),
  configFile: v.optional(v.pipe(v.string(), v.nonEmpty())),
  corsOrigins: v.optional(list, ''),
  socketNamespaces: v.optional(
    v.pipe(
      list,
      v.transform((names) => names.map((name) => (name.startsWith('/') ? name : `/${name}`))),
    ),
    '',
  ),
  fsync: v.optional(v.picklist(['on', 'off']), 'on'),
  gateEvents: v.optional(v.picklist(['on', 'off']), 'on'),
  deviceTimeoutMs: v.optional(v.pipe(v.string(), v.digits(), v.toNumber(), v.minValue(100), v.maxValue(80_000))),
  cepUrl: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/i))),
  demoPassword: v.optional(v.pipe(v.string(), v.nonEmpty())),
  logLevel: v.optional(v.picklist(['silent', 'error', 'warn', 'info', 'debug']), 'warn'),
})

const nameOf: Record<string, string> = {
  port: '--port',
  host: '--host',
  seed: '--seed',
  data: '--data',
  fsync: 'GUARITA_FSYNC',
  gateEvents: 'GUARITA_GATE_EVENTS',
  deviceTimeoutMs: 'GUARITA_DEVICE_TIMEOUT_MS',
  cepUrl: 'CEP_URL',
  logLevel: 'GUARITA_LOG_LEVEL',
}

/** Reads flags and variables; a flag wins over its variable. Throws `BadCommand`. */
export function readCommand(args: string[], env: Record<string, string | undefined>): Command {
  const flags = readFlags(args)
  const parsed = v.safeParse(command, {
    port: flags.port ?? env.GUARITA_PORT,
    host: flags.host ?? env.GUARITA_HOST,
    seed: flags.seed ?? env.GUARITA_SEED,
    data: flags.data ?? env.GUARITA_DATA,
    configFile: env.GUARITA_CONFIG,
    corsOrigins: env.GUARITA_CORS_ORIGINS,
    socketNamespaces: env.GUARITA_SOCKET_NAMESPACES,
    fsync: flags['no-fsync'] ? 'off' : env.GUARITA_FSYNC,
    gateEvents: env.GUARITA_GATE_EVENTS,
    deviceTimeoutMs: env.GUARITA_DEVICE_TIMEOUT_MS,
    cepUrl: env.CEP_URL,
    demoPassword: env.GUARITA_DEMO_PASSWORD,
    logLevel: env.GUARITA_LOG_LEVEL,
  })
  if (parsed.success) return parsed.output
  const issue = parsed.issues[0]
  const key = v.getDotPath(issue) ?? ''
  throw new BadCommand(`Valor inválido para ${nameOf[key] ?? key}: ${String(issue.input)}`)
}

function readFlags(args: string[]) {
  try {
    const option = { type: 'string' } as const
    const options = { port: option, host: option, seed: option, data: option, 'no-fsync': { type: 'boolean' } } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new BadCommand(
      `Opções aceitas: --port N, --host ENDEREÇO, --seed demo|large|none, --data PASTA, --no-fsync. (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}

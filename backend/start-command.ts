import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { passwordLinkHours } from '../contract/fields/one-time-link.ts'
import type { StartStep } from './backend-options.ts'
import { BadCommand, type Command } from './command-line.ts'
import { unlessRefused } from './database/refused-path.ts'
import { isPortFree, nextFreePort } from './free-port.ts'
import { checkTimes } from './health/check-times.ts'
import { usualDataDir } from './local-commands/installation.ts'
import type { LogOptions } from './logging/server-log.ts'
import { memoryWarning } from './memory-warning.ts'
import { isAnybodyThere, makeFirstLink } from './people/one-time-links.ts'
import { program } from './program-name.js'
import { versionOfBuild } from './program-version.ts'
import { type Backend, startBackend } from './server.ts'

const defaultPort = 8080
const projectDir = join(import.meta.dirname, '..')

const withoutFsync =
  'ATENÇÃO: com --no-fsync (GUARITA_FSYNC=off) uma queda de energia pode apagar o que já foi confirmado, ou inutilizar todos os dados. Use só para testes.'

const stepTexts: Record<StartStep, string> = {
  database: 'Abrindo o banco de dados…',
  schema: 'Conferindo as tabelas…',
  seed: 'Gravando os dados de demonstração…',
  condominiums: '  1 de 4: 10.000 condomínios…',
  devices: '  2 de 4: 50.000 dispositivos…',
  events: '  3 de 4: mais de um milhão de eventos, cerca de um minuto…',
  indexes: '  4 de 4: índices…',
}

/**
 * Starts the backend of `command` in this process. `onDatabaseLost` is called once, when the database is permanently lost. Rejects with an
 * `OperatorError` if the command cannot be carried out.
 */
export async function startCommand(command: Command, onDatabaseLost: () => void): Promise<Backend> {
  const host = command.host ?? '127.0.0.1'
  const port = await choosePort(host, command.port)
  const dataDir = command.data ?? join(usualDataDir, command.seed === 'large' ? 'large' : '')
  // A separate PostgreSQL gets demo accounts and made-up events only on request.
  const isOwn = command.databaseUrl !== undefined
  const log = logOf(command)
  const panelDir = join(projectDir, 'dist')
  if (command.fsync === 'off') console.warn(withoutFsync)
  const shortMemory = memoryWarning(isOwn ? 'postgres' : 'embedded', process.availableMemory())
  if (shortMemory !== undefined) console.warn(shortMemory)
  return startBackend({
    ...command,
    host,
    port,
    dataDir,
    seed: command.seed ?? (isOwn ? 'none' : 'demo'),
    isSeedRequired: command.seed !== undefined,
    panelDir,
    isDurable: command.fsync === 'on',
    onDatabaseLost,
    config: await readConfig(command.configFile),
    humanPace: (command.gateEvents ?? (isOwn ? 'off' : 'on')) === 'on',
    monitorEveryMs: checkTimes.everyMs,
    log,
    ...(await versionOfBuild(panelDir)),
    onStep: (step) => console.log(stepTexts[step]),
    simulator: command.simulator === undefined ? undefined : command.simulator === 'on',
    hasApiReference: command.apiReference === 'on',
    hasNoPublicPassword: !isOnlyHere(host, command),
  })
}

/** Returns whether only people at this computer can reach the server, not even through a proxy. */
function isOnlyHere(host: string, { trustedProxies }: Command): boolean {
  return trustedProxies.length === 0 && (host === 'localhost' || host === '::1' || /^127\./.test(host))
}

/** Options of the log. The start does not use it for secrets, which no log should store. */
export function logOf({ logLevel, logFormat }: Command): LogOptions {
  const format = logFormat ?? (process.stderr.isTTY ? 'text' : 'json')
  return { level: logLevel, format, write: (line) => process.stderr.write(line) }
}

async function choosePort(host: string, wanted: number | undefined): Promise<number> {
  if (wanted !== undefined) {
    if (await isPortFree(host, wanted)) return wanted
    throw new BadCommand(
      `A porta de rede ${wanted} em ${host} já está em uso ou não pode ser aberta. Escolha outra com --port.`,
    )
  }
  const free = await nextFreePort(host, defaultPort)
  if (free === undefined)
    throw new BadCommand(`Nenhuma porta de rede livre em ${host} a partir de ${defaultPort}. Use --port.`)
  return free
}

async function readConfig(path: string | undefined): Promise<Record<string, unknown>> {
  if (path === undefined) return {}
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
    await readFile(path, 'utf8').catch(unlessRefused),
  )
  if (!parsed.success) throw new BadCommand(`GUARITA_CONFIG não é um arquivo JSON legível: ${path}`)
  return parsed.output
}

export async function tell(backend: Backend, command: Command): Promise<void> {
  const host = command.host ?? 'localhost'
  const shownHost = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
  console.log(`Guarita no ar: http://${shownHost}:${backend.port}`)
  if (!(await isAnybodyThere(backend.database))) await printFirstLink(backend, `http://${shownHost}:${backend.port}`)
  const accounts = await backend.demoSignIns()
  for (const { email, password } of accounts)
    console.log(password === undefined ? `Conta de demonstração: ${email}` : `Entre com ${email} / ${password}`)
  if (accounts.some(({ password }) => password === undefined))
    console.log(`Esqueceu a senha de uma delas? ${program} user link E-MAIL`)
}

/**
 * Prints the link for the first access. Each link is valid for 72 hours, or until any person can sign in (ACC-1). More
 * people can read the output of a delivered installation, so there it names the command that prints the link.
 */
async function printFirstLink(backend: Backend, address: string): Promise<void> {
  if (process.env.NODE_ENV === 'production' && !process.stdout.isTTY)
    return console.log(
      `Ninguém pode entrar ainda. O link do primeiro acesso não fica neste registro: "${program} user first-link --url ENDEREÇO" o mostra.`,
    )
  const { token } = await makeFirstLink(backend.database, Date.now())
  console.log(
    `Ninguém pode entrar ainda. Para criar o primeiro acesso, de quem vai cuidar dos outros, abra este endereço no navegador. Ele serve uma vez, por ${passwordLinkHours} horas:
  ${address}/convite#${token}
Ou traga uma instalação com "${program} move --to …", ou peça os dados de demonstração com --seed demo.`,
  )
}

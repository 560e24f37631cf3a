import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { bearerToken } from '../access/authentication.ts'
import { bounds } from '../bounds.ts'
import type { BusParts } from '../bus/bus.ts'
import { OperatorError } from '../database/operator-error.ts'
import { boundPort } from '../free-port.ts'
import { isSameSecret } from '../http/same-secret.ts'
import { securityKinds } from '../logging/security-log.ts'
import { doorFile } from './door-file.ts'
import type { LocalCommand } from './local-command.ts'

const secretBytes = 32

/**
 * Listens for commands on a port of 127.0.0.1. The secret is new at each start, in `local.json` (mode 0600) of the data directory. `POST
 * /NAME` with the input as JSON answers 200 `{result}`, or 4xx and 500 with `{message}` for a person. Resolves to a function that closes
 * the port.
 */
export async function openLocalDoor(
  dataDir: string,
  commands: Record<string, LocalCommand>,
  parts: BusParts,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const secret = randomBytes(secretBytes).toString('base64url')

  async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    if (!isSameSecret(bearerToken(request.headers.authorization) ?? '', secret))
      return { status: 401, body: { message: 'Só para comandos desta instalação.' } }
    const name = (request.url ?? '').slice(1)
    const command = request.method === 'POST' && Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined)
      return { status: 404, body: { message: `O servidor em execução não conhece "${name}": é de outra versão?` } }
    log.warn({ security: 'command', command: name }, securityKinds.command)
    try {
      return { status: 200, body: { result: await command(parts, JSON.parse(await bodyOf(request))) } }
    } catch (error) {
      if (error instanceof OperatorError) return { status: 409, body: { message: error.message } }
      log.error({ err: error, command: name }, 'a command failed')
      return { status: 500, body: { message: 'O comando falhou no servidor; o registro dele diz por quê.' } }
    }
  }

  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  const file = doorFile(dataDir)
  await writePrivate(file, JSON.stringify({ url: `http://127.0.0.1:${boundPort(server)}`, secret }))
  return async () => {
    await rm(file, { force: true })
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > bounds.localCommands.most.bytes) throw new OperatorError('O comando traz texto demais.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Writes a file with mode 0600 from its first byte; replaces a file of an earlier start. */
async function writePrivate(file: string, text: string): Promise<void> {
  await rm(`${file}.new`, { force: true })
  const written = await open(`${file}.new`, 'wx', 0o600)
  await written.writeFile(text)
  await written.close()
  await rename(`${file}.new`, file)
}

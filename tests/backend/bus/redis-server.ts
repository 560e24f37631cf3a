import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { eventually } from '../../eventually.ts'

export type RedisServer = {
  url: string
  socketPath: string
  /** Runs one command. */
  say(...words: string[]): Promise<void>
  /** Cuts every client connection, as a network failure does. */
  cutAll(): Promise<void>
  stop(): Promise<void>
}

/** Whether this machine has a Redis for tests (Debian: apt-get install redis-server). */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

/** Starts a Redis without persistence, reached by a socket in a temporary folder. */
export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'guarita-redis-'))
  const path = join(folder, 'redis.sock')
  const server = spawn('redis-server', ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = `unix://${path}`
  await eventually(() => say(url, 'PING'))
  return {
    url,
    socketPath: path,
    say: (...words) => say(url, ...words),
    cutAll: () => say(url, 'CLIENT', 'KILL', 'SKIPME', 'yes'),
    async stop() {
      server.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function say(url: string, ...words: string[]): Promise<void> {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.sendCommand(words)
  } finally {
    client.destroy()
  }
}

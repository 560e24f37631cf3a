import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgres, noPostgres } from '../scripts/find-postgres.js'

export type PostgresServer = {
  /** Connects as the owner of everything, by a socket in the server's own folder: it has no port. */
  urlOf(database: string): string
  /** Runs statements, each by itself, in the database `postgres`. */
  administer(...statements: string[]): Promise<void>
  /** Ends it, at once, and removes what it kept. */
  stop(): Promise<void>
}

/** Of a file system in memory: what all databases of a run take, several times over. */
const enoughBytes = 4 * 1024 ** 3

// Durable is what customers need, not tests.
const settings = {
  listen_addresses: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
}

// Its standard input is a pipe that ends with whoever started it, however that came about: then the server is ended and its
// folder removed. In a group of its own, since a signal to the group of its starter would leave both behind.
const watched = `
folder=$1 programs=$2; shift 2
made=1
"$programs/initdb" -D "$folder/data" -U guarita -A trust -E UTF8 --locale=C --no-sync --no-instructions > /dev/null && {
  made=0
  "$programs/postgres" -D "$folder/data" "$@" < /dev/null &
  server=$!
  read -r _
  kill -INT $server 2> /dev/null
  wait $server
}
cd / && rm -rf "$folder"
exit $made`

/** Makes a PostgreSQL of its own in a folder of its own and starts it. Throws where there is none on this machine. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error(noPostgres)
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'guarita-pg-'))
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const flags = Object.entries({ ...settings, unix_socket_directories: folder }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const server = spawn('/bin/sh', ['-c', watched, 'postgres', folder, programs, ...flags], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const urlOf = (database: string) => `postgres://guarita@localhost/${database}?host=${encodeURIComponent(folder)}`
  const postgres: PostgresServer = {
    urlOf,
    async administer(...statements) {
      const client = new Client(urlOf('postgres'))
      await client.connect()
      try {
        for (const statement of statements) await client.query(statement)
      } finally {
        await client.end()
      }
    },
    async stop() {
      server.stdin?.end()
      await ended
    },
  }
  while (!(await answers(postgres))) {
    if (server.exitCode !== null) throw new Error('PostgreSQL did not start')
    await sleep(20)
  }
  return postgres
}

/** Where a file costs no disk, on Linux: each database of a test is some hundred of them. */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > enoughBytes ? '/dev/shm' : undefined
  } catch {
    return undefined
  }
}

function idOfNobody(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }))
}

function answers(postgres: PostgresServer): Promise<boolean> {
  return postgres.administer('select 1').then(
    () => true,
    () => false,
  )
}

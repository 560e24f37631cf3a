import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgres, noPostgres } from '../scripts/find-postgres.js'

export type PostgresServer = {
  /** Address for the owner of all databases, over a socket in the server's own folder: the server has no port. */
  urlOf(database: string): string
  /** Path of the Unix socket on which the server listens. */
  socketPath: string
  /** Runs statements one after the other in the database `postgres`. */
  administer(...statements: string[]): Promise<void>
  /** Ends the server immediately and removes its folder. */
  stop(): Promise<void>
}

export type PostgresOptions = {
  settings?: Record<string, string>
  /** Starts the server as a standby of this server, which needs the settings `replicatedSettings`. */
  standbyOf?: PostgresServer
}

/** Settings that a server needs to have standbys. */
export const replicatedSettings = { wal_level: 'replica', max_wal_senders: '4' }

/** Free space needed in memory: several times the size of all databases of a run. */
const enoughBytes = 4 * 1024 ** 3

// Tests need no durability.
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

// Standard input is a pipe from the starting process: when that process ends in any way, the shell ends the server and
// removes the folder. It has its own process group, because a signal to the starter's group would leave both behind.
const watched = `
folder=$1 programs=$2 primary=$3; shift 3
made=1
if [ -z "$primary" ]; then
  "$programs/initdb" -D "$folder/data" -U guarita -A trust -E UTF8 --locale=C --no-sync --no-instructions > /dev/null
else
  PATH=$programs:$PATH pg_basebackup -h "$primary" -U guarita -D "$folder/data" --write-recovery-conf --checkpoint=fast --no-sync
fi && {
  made=0
  "$programs/postgres" -D "$folder/data" "$@" < /dev/null &
  server=$!
  read -r _
  kill -INT $server 2> /dev/null
  wait $server
}
cd / && rm -rf "$folder"
exit $made`

/** Starts a PostgreSQL in a new folder. Throws if this machine has no PostgreSQL. */
export async function startPostgres({ settings: own, standbyOf }: PostgresOptions = {}): Promise<PostgresServer> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error(noPostgres)
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'guarita-pg-'))
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {}
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const flags = Object.entries({ ...settings, ...own, unix_socket_directories: folder }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const primary = standbyOf === undefined ? '' : dirname(standbyOf.socketPath)
  const server = spawn('/bin/sh', ['-c', watched, 'postgres', folder, programs, primary, ...flags], {
    ...owner,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const urlOf = (database: string) => `postgres://guarita@localhost/${database}?host=${encodeURIComponent(folder)}`
  const postgres: PostgresServer = {
    urlOf,
    socketPath: join(folder, '.s.PGSQL.5432'),
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

/** A folder in memory, on Linux: each database of a test has some hundred files. */
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

import type { KeptDays } from './database/table.ts'
import type { ConnectionLimits } from './http/connection-limits.ts'
import type { LogOptions } from './logging/server-log.ts'
import type { DatabasePlace } from './open-database.ts'
import type { MeasureDisk } from './readiness/disk-reserve.ts'
import type { SocketTransport } from './realtime/realtime.ts'
import type { LargePart } from './seed/large.ts'
import type { SeedName } from './seed/plant.ts'
import type { PasswordCost } from './sessions/passwords.ts'

/**
 * A step of the start. `seed` fills an empty database; with `large` data the step takes about a minute and is followed
 * by one step for each part.
 */
export type StartStep = 'database' | 'schema' | 'seed' | LargePart

export type BackendOptions = DatabasePlace & {
  /** Default 127.0.0.1. */
  host?: string | undefined
  /** 0 selects a free port. */
  port: number
  /** Data for an empty database; a database with data is not changed. */
  seed: SeedName
  /** Refuses a database with another seed, before any change. Default false. */
  isSeedRequired?: boolean
  /** Events per condominium in large data; default: enough for over a million in all. */
  pastEvents?: number
  /** Folder of the built panel; if absent or missing, no static files are served. */
  panelDir?: string
  /** Served as `/config.json`; also determines the addresses that the page may connect to. */
  config?: Record<string, unknown>
  /** Whether the simulated gates of demo or large data create events by themselves. Default false. */
  humanPace?: boolean
  /** Default: silent. */
  log?: LogOptions
  /** Token required by `/metrics` (OPS-2); without a token the page does not exist. */
  metricsToken?: string | undefined
  /** Returns epoch milliseconds; default: the system clock. */
  now?: () => number
  /** Password of the demo accounts; default: the public one, or a random one for each account with `hasNoPublicPassword`. */
  demoPassword?: string | undefined
  /** No account keeps the public password: people outside of this computer can reach the server (ACC-3). */
  hasNoPublicPassword?: boolean
  /** Version of the build, and its commit if known (OPS-5). */
  version?: string
  commit?: string | null
  /** Called before each long step of the start, to show progress to the operator. */
  onStep?: (step: StartStep) => void
  /** Socket.IO namespaces besides the root, each with its leading slash. */
  socketNamespaces?: string[]
  /** Transports with which a socket may start. Default: websocket and polling; only websocket with a `databaseUrl`. */
  socketTransports?: SocketTransport[] | undefined
  /** Origins of other sites that may call the server; default none. */
  corsOrigins?: string[]
  /** Proxies (addresses, networks, `loopback`, `linklocal`, `uniquelocal`) that may set the caller's address and protocol; default none. */
  trustedProxies?: string[]
  /** Limits of incomplete requests and of connections without a token; default `usualLimits`. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Interval of the search for sockets of expired sessions. Default 15,000 ms. */
  sessionSweepMs?: number
  /** Timeout of a device call. Default 8,000 ms. */
  deviceTimeoutMs?: number | undefined
  /** Longest time in which running calls may finish when the server ends. Default 10,000 ms. */
  drainMs?: number
  /** Base URL of a ViaCEP-compatible service; default: a small built-in table. */
  cepUrl?: string | undefined
  /** Simulates devices at loopback addresses and adds the simulator's routes. Default: only with demo or large data. */
  simulator?: boolean | undefined
  /** Serves `/openapi.json` and its page, without a token. Default true. */
  hasApiReference?: boolean
  /** Shortest interval between two checks of one device by the server, longer with many devices; 0 (default): no checks. */
  monitorEveryMs?: number
  /** Interval of the search for commands without a known result. Default 15,000 ms. */
  unansweredEveryMs?: number
  /** PEM file with the Ed25519 key that signs chain heads; default: a key made in the data directory. */
  evidenceKeyFile?: string | undefined
  /** File or http address that receives a copy of signed heads (EVI-5); default: none. */
  evidenceAnchor?: string | undefined
  /** Address of an RFC 3161 authority that stamps signed heads, at most hourly (EVI-5); default: none. */
  timeStampAuthority?: string | undefined
  /** Retention in days; default `usualDays`. */
  keptDays?: KeptDays | undefined
  /** Quota of declared records per person and day; default as `bounds` has it. */
  declaredRecords?: number | undefined
  declaredMegabytes?: number | undefined
  /** Measures the disk of the data directory; default: `statfs`. */
  measureDisk?: MeasureDisk
  /** Cost of password hashes made by this process; default as OWASP recommends. */
  passwordCost?: PasswordCost
}

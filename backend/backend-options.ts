import type { KeptDays } from './database/table.ts'
import type { ConnectionLimits } from './http/connection-limits.ts'
import type { LogOptions } from './logging/server-log.ts'
import type { DatabasePlace } from './open-database.ts'
import type { SocketTransport } from './realtime/realtime.ts'
import type { SeedName } from './seed/plant.ts'
import type { PasswordCost } from './sessions/passwords.ts'

/** `seed`: an empty database is filled, with `large` for about a minute. */
export type StartStep = 'database' | 'schema' | 'seed'

export type BackendOptions = DatabasePlace & {
  /** Default 127.0.0.1. */
  host?: string | undefined
  /** 0 takes a free one. */
  port: number
  /** What an empty database is filled with; a filled one stays as it is. */
  seed: SeedName
  /** How many events each condominium with a past has in large data; absent: so many that they are over a million. */
  pastEvents?: number
  /** The built panel; absent or not there: no static files. */
  panelDir?: string
  /** Served as `/config.json`; also decides what the page may connect to. */
  config?: Record<string, unknown>
  /** Gates make events by themselves. Default false. */
  humanPace?: boolean
  /** Default: silent. */
  log?: LogOptions
  /** Who may read `/metrics` (OPS-2); absent: nobody. */
  metricsToken?: string | undefined
  /** Epoch milliseconds; default the system's clock. */
  now?: () => number
  /** Of the demo accounts; absent: the public one, or, with `hasNoPublicPassword`, a random one for each. */
  demoPassword?: string | undefined
  /** No account keeps the public password: others than this computer's own people can reach the server (ACC-3). */
  hasNoPublicPassword?: boolean
  version?: string
  /** Called before each long step of the start: the person who waits reads it. */
  onStep?: (step: StartStep) => void
  /** Socket.IO namespaces beside the root, each with its leading slash. */
  socketNamespaces?: string[]
  /** How sockets may begin. Default: websocket and polling; with a `databaseUrl` websocket alone. */
  socketTransports?: SocketTransport[] | undefined
  /** Origins that may call from another site; default none. */
  corsOrigins?: string[]
  /** Proxies (addresses, networks, or `loopback`, `linklocal`, `uniquelocal`) whose word on a caller's address and protocol counts; default none. */
  trustedProxies?: string[]
  /** Of what is not yet a request, or of nobody known; default `usualLimits`. */
  connectionLimits?: Partial<ConnectionLimits>
  /** How often sockets of expired sessions are looked for. Default 15,000 ms. */
  sessionSweepMs?: number
  /** How long a device may take to answer. Default 8,000 ms. */
  deviceTimeoutMs?: number | undefined
  /** Where a ViaCEP-compatible service answers; absent: from a small table. */
  cepUrl?: string | undefined
  /** Devices at loopback addresses are simulated, and the simulator's routes are there. Default: with demo or large data alone. */
  simulator?: boolean | undefined
  /** Serves `/openapi.json` and the page that shows it, to everybody. Default true. */
  hasApiReference?: boolean
  /** How often the server looks at each device itself, at most: of many it takes longer; 0 (default): it does not. */
  monitorEveryMs?: number
  /** A PEM file with the Ed25519 key that signs the chains' heads; absent: one that is made beside the data. */
  evidenceKeyFile?: string | undefined
  /** A file or an http address where signed heads are kept as well (EVI-5); absent: nowhere. */
  evidenceAnchor?: string | undefined
  /** Where an RFC 3161 authority stamps signed heads, each hour at most (EVI-5); absent: none. */
  timeStampAuthority?: string | undefined
  /** How long what is kept; default `usualDays`. */
  keptDays?: KeptDays | undefined
  /** Of the passwords that this process hashes; default as much as OWASP asks for. */
  passwordCost?: PasswordCost
}

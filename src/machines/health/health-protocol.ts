import type {
  DeviceReach,
  HealthDetails,
  HealthOverview,
  HealthStats,
} from '../../../contract/wire/answers/devices/health.ts'
import type { ClientMetricsReading } from '../../services/health/client-metrics.ts'
import type { DeviceHealth } from '../../services/health/health-api.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'

/** The health service's times in milliseconds (spec §9, HEA-2). */
export const healthTimes = {
  checkEveryMs: 2 * 60_000,
  pingEveryMs: 10 * 60_000,
  cleanupEveryMs: 15 * 60_000,
  /** After devices went down or came back, how long their figures wait: many fall together. */
  settleMs: 3_000,
  /** Client entries that nothing was heard of for longer go at a clean-up. */
  connectionTimeoutMs: 10 * 60_000,
} as const

/** What a check brings home. */
export interface HealthCheck {
  overview: HealthOverview
  stats: HealthStats
  details: HealthDetails
  /** The devices of the selected condominium (LIVE-6); null while none is selected. */
  place: PlaceFigures | null
}

/** How the devices of a condominium are, those left out that a person has switched off (LIVE-7); null where nobody could tell. */
interface PlaceFigures {
  condominiumId: string
  devices: HealthDetails['devices'] | null
}

/** The last ping of a device: as the server sees it, or null where it could not be asked. */
export interface Ping {
  wordCode: string
  health: DeviceHealth | null
  /** On the server's clock, in milliseconds since the epoch (LIVE-10). */
  at: number
}

export type HealthEvent =
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'condominiums.selected'; condominium: { id: string } | null }
  /** 'Atualizar' */
  | { type: 'health.refresh' }
  /** 'Limpar' */
  | { type: 'health.clean' }
  | ({ type: 'socket.batch' } & GateBatch)
  | { type: 'socket.restored' }
  | { type: 'health.lost' }
  | { type: 'health.restored' }
  | { type: 'ping.answered'; wordCode: string; health: DeviceHealth | null }
  | { type: 'pings.done' }
  /** Calls of this panel have ended. */
  | { type: 'calls.counted'; metrics: ClientMetricsReading }

/** What health tells the root. */
export type HealthReport = { type: 'health.checked'; reach: readonly DeviceReach[] } | { type: 'health.unreachable' }

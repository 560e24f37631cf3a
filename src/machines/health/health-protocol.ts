import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type {
  DeviceReach,
  HealthDetails,
  HealthOverview,
  HealthStats,
} from '../../../contract/wire/answers/devices/health.ts'
import type { ClientMetricsReading } from '../../services/health/client-metrics.ts'
import type { DeviceHealth } from '../../services/health/health-api.ts'
import type { GateBatch } from '../../services/socket/socket-link.ts'

/** Times of the health service, in milliseconds (spec §9, HEA-2). */
export const healthTimes = {
  checkEveryMs: 2 * 60_000,
  /** A later answer would come after one and a half intervals, when the last check is no longer current (LIVE-1). */
  checkTimeoutMs: 50_000,
  pingEveryMs: 10 * 60_000,
  cleanupEveryMs: 15 * 60_000,
  /** Delay before a check after devices changed state: many devices often change together. */
  settleMs: 3_000,
  /** A clean-up removes the pings that are older. */
  connectionTimeoutMs: 10 * 60_000,
} as const

/** The result of a check. */
export interface HealthCheck {
  overview: HealthOverview
  stats: HealthStats
  details: HealthDetails
  /** The devices of the selected condominium (LIVE-6); null without a selection. */
  place: CondominiumCounts | null
}

/** The device counts of a condominium, without devices switched off by a person (LIVE-7); null if they are unknown. */
interface CondominiumCounts {
  condominiumId: string
  devices: HealthDetails['devices'] | null
}

/** The last ping of a device: its health on the server, or null if the call failed. */
export interface Ping {
  wordCode: string
  health: DeviceHealth | null
  /** Time of the answer on the server's clock, in milliseconds since the epoch (LIVE-10). */
  at: number
}

export type HealthEvent =
  | { type: 'page.shown' }
  | { type: 'page.hidden' }
  | { type: 'condominiums.selected'; condominium: { id: string } | null }
  /** A person pressed 'Atualizar'. */
  | { type: 'health.refresh' }
  /** A person pressed 'Limpar'. */
  | { type: 'health.clean' }
  | ({ type: 'socket.batch' } & GateBatch)
  /** `recounts`: the counts of devices are outdated. */
  | { type: 'device.changed'; device: Pick<Device, 'wordCode'>; recounts?: true }
  | { type: 'device.deleted'; wordCode: string }
  | { type: 'socket.restored' }
  | { type: 'health.lost' }
  | { type: 'health.restored' }
  | { type: 'ping.answered'; wordCode: string; health: DeviceHealth | null }
  | { type: 'pings.done' }
  /** Calls of this panel have ended. */
  | { type: 'calls.counted'; metrics: ClientMetricsReading }

/** Events that health sends to the root. */
export type HealthReport = { type: 'health.checked'; reach: readonly DeviceReach[] } | { type: 'health.unreachable' }

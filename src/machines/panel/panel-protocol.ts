import type { UserRecord } from '../../../contract/wire/answers/session.ts'
import type { ConfigOutcome } from '../../services/config/panel-config.ts'
import type { CondominiumsReport } from '../condominiums/condominiums.machine.ts'
import type { ConnectivityReport } from '../connectivity/connectivity.machine.ts'
import type { DeviceImportReport } from '../device-import/device-import.machine.ts'
import type { DevicesReport } from '../devices/devices.machine.ts'
import type { HealthReport } from '../health/health-protocol.ts'
import type { IncidentsReport } from '../incidents/incidents.machine.ts'
import type { LastKnownReport } from '../last-known/last-known.machine.ts'
import type { PushReport } from '../push/push.machine.ts'
import type { SessionReport } from '../session/session-protocol.ts'
import type { ShellReport } from '../shell/shell.machine.ts'
import type { SocketReport } from '../socket/socket.machine.ts'
import type { SourceReport } from '../sources/source.machine.ts'
import type { ThemeReport } from '../theme/theme.machine.ts'
import type { VersionReport } from '../version/version.machine.ts'

export interface PanelContext {
  outcome: ConfigOutcome
  /** The user of the stored session. */
  user: UserRecord | null
  /** Id of the selected condominium; the input of flows that start again. */
  condominiumId: string | null
  /** Ids of the children that crashed within the last minute, one entry per crash. */
  crashes: readonly string[]
  /** The error of the last crash. */
  crash: unknown
}

/** Events that the root receives, most of them from its children. */
export type PanelEvent =
  | SessionReport
  | VersionReport
  | ConnectivityReport
  | SocketReport
  | SourceReport
  | LastKnownReport
  | CondominiumsReport
  | DevicesReport
  | IncidentsReport
  | DeviceImportReport
  | HealthReport
  | ThemeReport
  | ShellReport
  | PushReport
  /** A server refused this token with a 401 (SES-5). */
  | { type: 'session.refused'; token: string | null }
  | { type: 'flows.loaded' }
  | { type: 'crash.forgotten'; actorId: string }

type Known = { context: PanelContext }

export function ofUser({ context }: Known) {
  return { userId: context.user?.userId ?? '' }
}

export function asPerson({ context }: Known) {
  return { ...ofUser({ context }), userName: context.user?.name ?? '' }
}

export function inCondominium({ context }: Known) {
  return { condominiumId: context.condominiumId }
}

export function asConfigured({ context: { outcome } }: Known) {
  return { isConfigured: outcome.kind === 'valid' && outcome.config.firebase !== undefined }
}

export function atNamespace({ context: { outcome } }: Known) {
  return { namespace: outcome.kind === 'valid' ? outcome.config.socketNamespace : '' }
}

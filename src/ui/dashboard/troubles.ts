import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { CircuitView } from '../devices/circuit/circuit-view.ts'
import { type DeviceStanding, standingOf, standingOrder } from '../devices/status/device-status.ts'

/** A device that is not as it should be. */
export interface Trouble {
  wordCode: string
  /** Its name, or its code where it has none. */
  name: string
  condominiumId: string
  standing: TroubleStanding
  circuit: CircuitView
  /** Since when, on the server's clock, in milliseconds since the epoch, or null. */
  since: number | null
}

/** The standings that somebody should do something about, or has: what is isolated stands last. */
export type TroubleStanding = Extract<DeviceStanding, 'open' | 'halfOpen' | 'offline' | 'failing' | 'isolated'>

/** What is known of a device that may be in trouble; without a record of it, what its circuit knows. */
export interface Suspect {
  wordCode: string
  condominiumId: string
  device: Device | undefined
  circuit: CircuitView
}

/** Those of the suspects that are in trouble, worst first, of the same kind the newest first (PAGE-1). */
export function troublesAmong(suspects: Iterable<Suspect>): Trouble[] {
  const troubles: Trouble[] = []
  for (const { wordCode, condominiumId, device, circuit } of suspects) {
    const record = device ?? { name: '', active: true, status: 'unknown' as const, lastContactAt: null }
    const standing = standingOf(record, circuit, false)
    if (!isTrouble(standing)) continue
    const seenAt = record.lastContactAt === null ? null : Date.parse(record.lastContactAt)
    const downSince = standing === 'failing' ? circuit.lastFailureServerTime : (seenAt ?? circuit.lastFailureServerTime)
    const since = standing === 'isolated' ? null : downSince
    troubles.push({ wordCode, name: record.name || wordCode, condominiumId, standing, circuit, since })
  }
  return troubles.sort(worstFirst)
}

/** Whether it does not pass anybody: a device that merely fails now and then still does, and of an isolated one nobody is told. */
export function isStopped({ standing }: Trouble): boolean {
  return standing !== 'failing' && standing !== 'isolated'
}

function isTrouble(standing: DeviceStanding): standing is TroubleStanding {
  return standing !== 'online' && standing !== 'inactive' && standing !== 'unknown'
}

function worstFirst(left: Trouble, right: Trouble): number {
  const byStanding = standingOrder.indexOf(left.standing) - standingOrder.indexOf(right.standing)
  return byStanding || (right.since ?? 0) - (left.since ?? 0) || left.name.localeCompare(right.name, 'pt-BR')
}

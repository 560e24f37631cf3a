import * as v from 'valibot'
import { count, id, isoTime, namedPerson } from '../scalars.ts'

/**
 * Number of alarms in a period, and their handling. One alarm is one call: an incident that began, reopened, stopped
 * oscillating but lasts, or whose silence ran out.
 */
const periodEntries = {
  from: isoTime,
  to: isoTime,
  alarms: count,
  /** The ten minutes with the most alarms, and the first incident in them; null without alarms. */
  worst: v.nullable(v.object({ from: isoTime, alarms: count, incidentId: id })),
  /** The alarm that waited longest. `forMs`: ms from the call until it was taken, over, or the period ended. */
  longest: v.nullable(
    v.object({
      incidentId: id,
      deviceName: v.string(),
      condominiumName: v.string(),
      forMs: count,
      isTaken: v.boolean(),
    }),
  ),
  /** Median in milliseconds from the call until a person took it, over the taken alarms; null if no alarm was taken. */
  medianMs: v.nullable(count),
}

const period = v.object(periodEntries)

export type AlarmPeriod = v.InferOutput<typeof period>

/** Alarms of a shift by the person who claimed, closed or silenced the incident, or received it in a handover. */
const share = v.object({
  ...periodEntries,
  /** Null for alarms that no person took in the shift. */
  person: v.nullable(namedPerson),
})

export type AlarmShare = v.InferOutput<typeof share>

/** One shift: from one handover to the next (INC-7). Without handovers, the request's hours cut the period. */
const shift = v.object({
  ...periodEntries,
  /** The person who handed the shift over; null without a handover. */
  person: v.nullable(namedPerson),
  /** Most alarms first. Without the right to read the audit: only the person's own alarms and untaken ones. */
  shares: v.array(share),
})

export type AlarmShift = v.InferOutput<typeof shift>

/** The alarm load of a period, over the condominiums that the person may see (INC-9). */
export const alarmLoad = v.object({
  whole: period,
  /** Newest first. Shifts of other people only for a reader of the audit. */
  shifts: v.array(shift),
  /** The ten devices with the most alarms that the person may see. `falls`: how often contact was lost. */
  devices: v.array(
    v.object({
      wordCode: id,
      name: v.string(),
      condominiumName: v.string(),
      alarms: count,
      incidents: count,
      falls: count,
    }),
  ),
})

export type AlarmLoad = v.InferOutput<typeof alarmLoad>

import * as v from 'valibot'
import { count, id, isoTime } from '../scalars.ts'

/** How often people were called in a time, and what became of it. An alarm is one call: an incident that began, came back, oscillates no more and lasts, or whose silence has ended by itself. */
const periodEntries = {
  from: isoTime,
  to: isoTime,
  alarms: count,
  /** The ten minutes with the most, and the first of them; null without any. */
  worst: v.nullable(v.object({ from: isoTime, alarms: count, incidentId: id })),
  /** The one that nobody took longest, in milliseconds from the call until somebody did, it was over, or the time's end. */
  longest: v.nullable(
    v.object({
      incidentId: id,
      deviceName: v.string(),
      condominiumName: v.string(),
      forMs: count,
      isTaken: v.boolean(),
    }),
  ),
  /** In milliseconds from the call until somebody took it, of those that somebody did; null of none. */
  medianMs: v.nullable(count),
}

const period = v.object(periodEntries)

export type AlarmPeriod = v.InferOutput<typeof period>

/** Calls of a shift by who took them: claimed, closed or silenced them, or was handed them. */
const share = v.object({
  ...periodEntries,
  /** Null of those that nobody took in the shift. */
  person: v.nullable(v.object({ id, name: v.string() })),
})

export type AlarmShare = v.InferOutput<typeof share>

/** One shift: from a handover to the next where the person gave one (INC-7), else as the panel cuts the time. */
const shift = v.object({
  ...periodEntries,
  /** Whose it was; null where nobody handed it over. */
  person: v.nullable(v.object({ id, name: v.string() })),
  /** Most calls first; who does not read the audit is told of the own and of those that nobody took. */
  shares: v.array(share),
})

export type AlarmShift = v.InferOutput<typeof shift>

/** The load of alarms of a time, over the condominiums that the person may see (INC-9). */
export const alarmLoad = v.object({
  whole: period,
  /** Newest first. Of others only for whoever reads the audit. */
  shifts: v.array(shift),
  /** The ten devices, of those that the person may see, that called most often, most first: calls, incidents, and how often contact was lost. */
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

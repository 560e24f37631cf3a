import * as v from 'valibot'
import { count, isoTime } from '../scalars.ts'
import { id } from '../text.ts'

/** How often people were called in a time, and what became of it. An alarm is one call: an incident that began, came back, or is silenced no more. */
const spellEntries = {
  from: isoTime,
  to: isoTime,
  alarms: count,
  /** The ten minutes with the most; null without any. */
  worst: v.nullable(v.object({ from: isoTime, alarms: count })),
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
}

const spell = v.object(spellEntries)

export type AlarmSpell = v.InferOutput<typeof spell>

/** One shift: from a handover to the next where the person gave one (INC-7), else as the panel cuts the time. */
const shift = v.object({
  ...spellEntries,
  /** Whose it was; null where nobody handed it over. */
  person: v.nullable(v.object({ id, name: v.string() })),
})

export type AlarmShift = v.InferOutput<typeof shift>

/** The load of alarms of a time, over the condominiums that the person may see (INC-9). */
export const alarmLoad = v.object({
  whole: spell,
  /** Newest first. Of others only for whoever reads the audit. */
  shifts: v.array(shift),
  /** The ten devices that called most often, most first. */
  devices: v.array(v.object({ wordCode: id, name: v.string(), condominiumName: v.string(), alarms: count })),
})

export type AlarmLoad = v.InferOutput<typeof alarmLoad>

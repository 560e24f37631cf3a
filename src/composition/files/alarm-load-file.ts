import type { AlarmLoad } from '../../../contract/wire/answers/alarm-load.ts'
import type { LoadSheet } from '../../machines/alarm-load/alarm-load.machine.ts'
import { csvText } from '../../services/files/csv.ts'
import { downloadTextFile } from '../../services/files/text-file.ts'
import { deviceSheet, shiftSheet } from '../../ui/alarm-load/alarm-sheet.ts'

/** Saves the shifts or the devices as a file. `now` in milliseconds since the epoch. */
export function saveAlarmLoad(load: AlarmLoad, what: LoadSheet, now: number): void {
  const { name, header, rows } = what === 'shifts' ? shiftSheet(load, now) : deviceSheet(load, now)
  downloadTextFile(name, 'text/csv', csvText(header, rows))
}

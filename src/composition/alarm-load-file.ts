import type { AlarmLoad } from '../../contract/wire/answers/alarm-load.ts'
import { csvText } from '../services/files/csv.ts'
import { downloadTextFile } from '../services/files/text-file.ts'
import { alarmSheet } from '../ui/alarm-load/alarm-sheet.ts'

/** Hands the person the shifts as a file. `now` in milliseconds since the epoch. */
export function saveAlarmLoad(load: AlarmLoad, now: number): void {
  const { name, header, rows } = alarmSheet(load, now)
  downloadTextFile(name, 'text/csv', csvText(header, rows))
}

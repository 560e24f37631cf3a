import { kindView } from '../../../contract/incidents/event-kinds.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import { timeCells, timeColumns } from '../parts/time/zoned-time.ts'

/** Larger files are hard to open; the export has the newest events only. */
export const mostExported = 50_000

const columns = [...timeColumns, 'Evento', 'Descrição', 'Condomínio', 'Dispositivo', 'Código', 'Endereço IP', 'Número']

/** Creates a sheet of events (PAGE-3). `now` in milliseconds since the epoch. */
export function eventSheet(
  events: readonly FoundEvent[],
  now: number,
): { name: string; header: readonly string[]; rows: readonly (readonly string[])[] } {
  return {
    name: `eventos-${new Date(now).toISOString().slice(0, 10)}.csv`,
    header: columns,
    rows: events.map(
      ({ id, at, kind, description, catalogued, condominiumId, condominiumName, deviceName, wordCode, ip }) => [
        ...timeCells(at),
        kindView({ kind, description, catalogued }).text,
        description,
        condominiumName || condominiumId,
        deviceName,
        wordCode,
        ip,
        id,
      ],
    ),
  }
}

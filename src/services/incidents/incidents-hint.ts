import type { LocalData } from '../storage/local-data.ts'

const key = 'serverWithoutIncidents'

/** Whether the server at `apiUrl` had no incidents when this browser last asked it: what to expect until it answers. */
export function hadNoIncidents(localData: LocalData, apiUrl: string): boolean {
  return localData.read(key) === apiUrl
}

/** Keeps what the server has said, for the next load (BOOT-2). */
export function keepIncidentsHint(localData: LocalData, apiUrl: string, isOffered: boolean): void {
  if (!isOffered) localData.write(key, apiUrl)
  else if (localData.read(key) !== null) localData.remove(key)
}

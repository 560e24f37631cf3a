import type { LocalData } from '../storage/local-data.ts'

const key = 'serverWithoutIncidents'

/** Whether the server at `apiUrl` had no incidents at this browser's last request: the assumption until it answers. */
export function hadNoIncidents(localData: LocalData, apiUrl: string): boolean {
  return localData.read(key) === apiUrl
}

/** Stores the server's answer for the next load (BOOT-2). */
export function keepIncidentsHint(localData: LocalData, apiUrl: string, isOffered: boolean): void {
  if (!isOffered) localData.write(key, apiUrl)
  else if (localData.read(key) !== null) localData.remove(key)
}

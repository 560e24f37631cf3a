import * as v from 'valibot'
import { servedVersion } from '../../../contract/wire/version.ts'
import { earlyAnswer } from '../page/early-answers.ts'
import type { LocalData } from '../storage/local-data.ts'
import { storedVersionKey } from './stored-version.ts'

export interface VersionComparison {
  /** Version that the server serves now. */
  served: string
  /** Version in this browser's storage, or null. */
  stored: string | null
  built: string
}

/** Fetches `/version.json` without any cache, and reads the stored version (VER-1). Rejects if the fetch fails. */
export async function compareVersions(
  localData: LocalData,
  built: string,
  signal: AbortSignal,
): Promise<VersionComparison> {
  const response = await earlyAnswer('/version.json', signal)
  if (!response.ok) throw new Error(`version.json: ${response.status}`)
  const { version: served } = v.parse(servedVersion, await response.json())
  return { served, stored: localData.read(storedVersionKey), built }
}

import * as v from 'valibot'
import { servedVersion } from '../../../contract/wire/version.ts'
import { earlyAnswer } from '../page/early-answers.ts'
import type { LocalData } from '../storage/local-data.ts'
import { acceptedVersionKey, earlierVersionKey, storedVersionKey } from './stored-version.ts'

const mostAccepted = 5

export interface VersionComparison {
  /** Version that the server serves now. */
  served: string
  /** Version in this browser's storage, or null. */
  stored: string | null
  built: string
  /** The version that was served before the stored version, or null. */
  earlier: string | null
  /** The last versions that a person accepted. */
  accepted: readonly string[]
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
  return {
    served,
    stored: localData.read(storedVersionKey),
    built,
    earlier: localData.read(earlierVersionKey),
    accepted: localData.read(acceptedVersionKey)?.split('\n') ?? [],
  }
}

/** Stores the served version, and keeps the stored version as the earlier version. */
export function storeServed(localData: LocalData, { served, stored }: VersionComparison): void {
  if (stored !== null && stored !== served) localData.write(earlierVersionKey, stored)
  localData.write(storedVersionKey, served)
}

/** Stores the version as accepted, so that the panel does not offer this version again (VER-2). */
export function storeAccepted(localData: LocalData, { served, accepted }: VersionComparison): void {
  localData.write(acceptedVersionKey, [...accepted, served].slice(-mostAccepted).join('\n'))
}

/** Clears the local data of another version. Keeps the accepted versions; the stored version becomes the earlier one. */
export function clearOtherVersion(localData: LocalData): void {
  const [stored, accepted] = [localData.read(storedVersionKey), localData.read(acceptedVersionKey)]
  localData.clear()
  if (stored !== null) localData.write(earlierVersionKey, stored)
  if (accepted !== null) localData.write(acceptedVersionKey, accepted)
}

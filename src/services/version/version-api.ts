import * as v from 'valibot'
import { servedVersion } from '../../../contract/wire/version.ts'
import { earlyAnswer } from '../page/early-answers.ts'
import type { LocalData } from '../storage/local-data.ts'
import { storedVersionKey } from './stored-version.ts'

/** The versions that VER-1 compares. */
export interface VersionComparison {
  /** What the server serves now. */
  served: string
  /** What this browser kept, or null. */
  stored: string | null
  /** What is built into this page. */
  built: string
}

/** Asks for `/version.json`, without any cache, and reads the stored version (VER-1). Rejects when it can't be had. */
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

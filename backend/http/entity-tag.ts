import { Refusal } from './refusal.ts'

/** The body of an answer with the `ETag` of its record. */
export type Tagged<Body> = { etag: string; body: Body }

export function entityTag(version: number): string {
  return `"${version}"`
}

/** SQL for the tag of the column `version`. */
export function entityTagOf(version: string): string {
  return `'"' || ${version} || '"'`
}

/**
 * Returns the versions that an `If-Match` accepts; undefined for any (no header, or `*`). An unknown tag matches nothing; a weak tag
 * matches, because compressing proxies weaken tags.
 */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return ifMatch.split(',').flatMap((tag) => {
    const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(tag)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/** Throws 412 with the current record if the request's `If-Match` does not accept the tag of the record. */
export function refuseStale<Current extends object>(ifMatch: string | undefined, etag: string, current: Current): void {
  const versions = versionsOf(ifMatch)
  if (versions === undefined || versions.some((version) => entityTag(version) === etag)) return
  throw new Refusal(412, { current, headers: { etag } })
}

export function entityTag(version: number): string {
  return `"${version}"`
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

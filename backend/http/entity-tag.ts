/** The `ETag` of a record at a version. */
export function entityTag(version: number): string {
  return `"${version}"`
}

/**
 * The versions that an `If-Match` accepts; undefined for any (no header, or `*`). A tag that is none of ours matches
 * nothing; a weak one matches, as proxies that compress an answer weaken its tag.
 */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return ifMatch.split(',').flatMap((tag) => {
    const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(tag)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

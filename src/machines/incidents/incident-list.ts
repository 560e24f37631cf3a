import { isOpen } from '../../../contract/incidents/open-lives.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { newestFirst } from '../../../contract/wire/sequence.ts'

/** How many closed incidents are kept: a late message about a closed incident must not add it again. */
const mostOver = 200

/** The list with changed incidents, each in its newest version; newest first. */
export function withChanged(known: readonly Incident[], changed: readonly Incident[]): readonly Incident[] {
  const newest = new Map(known.map((each) => [each.id, each]))
  for (const each of changed) if (each.version > (newest.get(each.id)?.version ?? -1)) newest.set(each.id, each)
  const sorted = [...newest.values()].toSorted(newestFirst)
  let over = 0
  return sorted.filter((each) => isOpen(each) || ++over <= mostOver)
}

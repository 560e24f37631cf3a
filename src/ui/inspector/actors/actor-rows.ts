import { searchable } from '../../../../contract/texts/searchable.ts'
import type { RecordedActor } from '../../../inspector/recording/recording.ts'

export interface ActorRow {
  actor: RecordedActor
  depth: number
  hasChildren: boolean
  isOpen: boolean
}

/**
 * Builds the rows of the tree, children below their parent. With a text: the actors with this text in the name, and
 * their ancestors.
 * @param closed ids of collapsed actors; a text expands them
 */
export function actorRows(
  actors: readonly RecordedActor[],
  text: string,
  closed: ReadonlySet<string>,
): readonly ActorRow[] {
  const known = new Set(actors.map(({ id }) => id))
  const children = Map.groupBy(actors, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : null))
  const wanted = text.trim() === '' ? null : namesWith(actors, searchable(text))
  const rows: ActorRow[] = []
  const add = (parentId: string | null, depth: number) => {
    for (const actor of children.get(parentId) ?? []) {
      if (wanted !== null && !wanted.has(actor.id)) continue
      const isOpen = wanted !== null || !closed.has(actor.id)
      rows.push({ actor, depth, hasChildren: children.has(actor.id), isOpen })
      if (isOpen) add(actor.id, depth + 1)
    }
  }
  add(null, 0)
  return rows
}

function namesWith(actors: readonly RecordedActor[], text: string): ReadonlySet<string> {
  const parents = new Map(actors.map(({ id, parentId }) => [id, parentId]))
  const wanted = new Set<string>()
  for (const { id, name } of actors) {
    if (!searchable(name).includes(text)) continue
    for (let at: string | null = id; at !== null && !wanted.has(at); at = parents.get(at) ?? null) wanted.add(at)
  }
  return wanted
}

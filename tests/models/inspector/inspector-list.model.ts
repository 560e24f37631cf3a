import { setup } from 'xstate'
import type { EventFilter } from '../../../src/inspector/recording/event-filter.ts'
import { noFilter } from '../../../src/machines/inspector/no-filter.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface ListModelContext extends ModelContext {
  filter: EventFilter
  ignored: readonly string[]
  /** Note of the opened link; null without an opened link. */
  note: string | null
}

export type ListModelEvent =
  | { type: 'person.filters'; filter: Partial<EventFilter> }
  | { type: 'person.ignores' | 'person.heeds'; kind: string }
  | { type: 'link.opens'; search: 'actor=panel' | 'actor=panel&result=failed&note=Parou' }
  | { type: 'person.closesNote' }

const { update } = modelActions<ListModelContext, ListModelEvent>()
const remembers = (ignored: readonly string[]) => entry('does', 'remember', JSON.stringify({ ignored }))
const filters = update(({ filter }, event) => ('filter' in event ? { filter: { ...filter, ...event.filter } } : {}))
const ignores = update(({ did, ignored }, event) => {
  if (!('kind' in event)) return {}
  const others = ignored.filter((kind) => kind !== event.kind)
  const changed = event.type === 'person.ignores' ? [...others, event.kind] : others
  return { ignored: changed, did: [...did, remembers(changed)] }
})
const opensNote = update(() => ({ filter: { ...noFilter, outcome: 'failed' as const }, note: 'Parou' }))
const closesNote = update(() => ({ note: null }))

/** INS-1: the filter of the list; a link with a moment or a note brings its own filter. Ignored kinds are stored. */
export const listModel = setup({
  types: {} as { context: ListModelContext; events: ListModelEvent },
  guards: { hasNote: ({ event }) => event.type === 'link.opens' && event.search.includes('note') },
}).createMachine({
  id: 'list model',
  context: { now: 0, did: [entry('asks', 'growth')], filter: noFilter, ignored: [], note: null },
  on: {
    'person.filters': { actions: filters },
    'person.ignores': { actions: ignores },
    'person.heeds': { actions: ignores },
    'link.opens': [{ guard: 'hasNote', actions: opensNote }, { actions: closesNote }],
    'person.closesNote': { actions: closesNote },
  },
})

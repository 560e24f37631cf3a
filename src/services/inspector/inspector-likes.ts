import * as v from 'valibot'
import type { LocalData } from '../storage/local-data.ts'

export interface InspectorLikes {
  /** Widths of the lists in pixels. */
  widths: { tree?: number; events?: number }
  /** Whether the chart's view follows the active states. */
  isGoingAlong: boolean
  /** Kinds of events that the list leaves out. */
  ignored: readonly string[]
}

const keys = {
  tree: 'inspectorTreeWidth',
  events: 'inspectorEventsWidth',
  view: 'inspectorView',
  ignored: 'inspectorIgnored',
} as const
const still = 'still'
const kinds = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/** Stores the given settings; the others stay. */
export function storeInspectorLikes(
  localData: LocalData,
  { widths, isGoingAlong, ignored }: Partial<InspectorLikes>,
): void {
  for (const pane of ['tree', 'events'] as const) {
    const width = widths?.[pane]
    if (width !== undefined) localData.write(keys[pane], String(width))
  }
  if (isGoingAlong === true) localData.remove(keys.view)
  if (isGoingAlong === false) localData.write(keys.view, still)
  if (ignored !== undefined) localData.write(keys.ignored, JSON.stringify(ignored))
}

/** The stored settings; missing or invalid ones are left out. */
export function readInspectorLikes(localData: LocalData): Partial<InspectorLikes> & Pick<InspectorLikes, 'widths'> {
  const [tree, events] = [widthOf(localData, keys.tree), widthOf(localData, keys.events)]
  const ignored = v.safeParse(kinds, localData.read(keys.ignored) ?? '')
  return {
    widths: { ...(tree !== null && { tree }), ...(events !== null && { events }) },
    ...(localData.read(keys.view) === still && { isGoingAlong: false }),
    ...(ignored.success && { ignored: ignored.output }),
  }
}

function widthOf(localData: LocalData, key: string): number | null {
  const width = Number.parseInt(localData.read(key) ?? '', 10)
  return Number.isFinite(width) ? width : null
}

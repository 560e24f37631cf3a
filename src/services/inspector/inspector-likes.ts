import type { LocalData } from '../storage/local-data.ts'

export interface InspectorLikes {
  /** Width of the actor list in pixels. */
  treeWidth: number
  /** Whether the chart's view follows the active states. */
  isGoingAlong: boolean
}

const keys = { treeWidth: 'inspectorTreeWidth', view: 'inspectorView' } as const
const still = 'still'

/** Stores the given settings; the others stay. */
export function storeInspectorLikes(localData: LocalData, { treeWidth, isGoingAlong }: Partial<InspectorLikes>): void {
  if (treeWidth !== undefined) localData.write(keys.treeWidth, String(treeWidth))
  if (isGoingAlong === true) localData.remove(keys.view)
  if (isGoingAlong === false) localData.write(keys.view, still)
}

/** The stored settings; missing or invalid ones are left out. */
export function readInspectorLikes(localData: LocalData): Partial<InspectorLikes> {
  const treeWidth = Number.parseInt(localData.read(keys.treeWidth) ?? '', 10)
  return {
    ...(Number.isFinite(treeWidth) && { treeWidth }),
    ...(localData.read(keys.view) === still && { isGoingAlong: false }),
  }
}

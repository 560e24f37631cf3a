import type { LocalData } from '../storage/local-data.ts'

/** How somebody likes the inspector. */
export interface InspectorLikes {
  /** Pixels of the list of actors. */
  treeWidth: number
  /** Whether the picture of a chart goes along with the states that light up. */
  isGoingAlong: boolean
}

const keys = { treeWidth: 'inspectorTreeWidth', view: 'inspectorView' } as const
const still = 'still'

/** Keeps for this browser what is said of it; the rest stays. */
export function storeInspectorLikes(localData: LocalData, { treeWidth, isGoingAlong }: Partial<InspectorLikes>): void {
  if (treeWidth !== undefined) localData.write(keys.treeWidth, String(treeWidth))
  if (isGoingAlong === true) localData.remove(keys.view)
  if (isGoingAlong === false) localData.write(keys.view, still)
}

/** What this browser keeps; nothing of what was never said or cannot be read. */
export function readInspectorLikes(localData: LocalData): Partial<InspectorLikes> {
  const treeWidth = Number.parseInt(localData.read(keys.treeWidth) ?? '', 10)
  return {
    ...(Number.isFinite(treeWidth) && { treeWidth }),
    ...(localData.read(keys.view) === still && { isGoingAlong: false }),
  }
}

import { useCallback, useEffect, useMemo } from 'react'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceBoard } from '../../machines/device-list/device-board.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'

const most = { found: 50, first: 12 }

/** Repeats the search after this many pages: a search after each page would take too much time. */
const searchedParts = 16

const none: readonly Device[] = []
const noTrouble: ReadonlySet<string> = new Set()

/** Loads all devices while a view needs them; a second view causes no second load. */
export function useDevicesWanted(isWanted = true): void {
  const deviceList = useFlow('deviceList')
  useEffect(() => {
    if (!isWanted) return
    deviceList.send({ type: 'devices.want' })
    return () => deviceList.send({ type: 'devices.leave' })
  }, [deviceList, isWanted])
}

/**
 * Finds devices by name or code, at most 50: first devices of `opened`, then offline devices (PAGE-6). A blank text
 * finds only these two kinds, at most 12. Empty while `isSearching` is false.
 * @param opened wordCodes, the same array while nothing has changed
 */
export function useDeviceFinder(opened: readonly string[], isSearching: boolean): (text: string) => readonly Device[] {
  const board = useFlowState('deviceList', (list) => list.context.board)
  const revision = useSearchedRevision(isSearching)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision is the dependency
  return useCallback(
    (text: string) => {
      if (!isSearching || board === undefined) return none
      return board.named(text, firstOf(opened, board), text.trim() === '' ? most.first : most.found)
    },
    [board, revision, opened, isSearching],
  )
}

function* firstOf(opened: readonly string[], board: DeviceBoard): Generator<string> {
  yield* opened
  for (const { wordCode } of board.offline()) yield wordCode
}

/** Ids of the condominiums with an offline device; empty while `isSearching` is false. */
export function useTroubledCondominiums(isSearching: boolean): ReadonlySet<string> {
  const board = useFlowState('deviceList', (list) => list.context.board)
  const revision = useSearchedRevision(isSearching)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision is the dependency
  return useMemo(() => {
    if (!isSearching || board === undefined) return noTrouble
    const troubled = new Set<string>()
    for (const { condominiumId } of board.offline()) troubled.add(condominiumId)
    return troubled
  }, [board, revision, isSearching])
}

/** Changes while devices are loaded, not when a device changes: options must not move while choosing. */
function useSearchedRevision(isSearching: boolean): number {
  return useFlowState('deviceList', (list) =>
    !isSearching || list === undefined || list.hasTag('loaded')
      ? -1
      : Math.floor(list.context.revision / searchedParts),
  )
}

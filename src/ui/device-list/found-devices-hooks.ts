import { useCallback, useEffect, useMemo } from 'react'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceBoard } from '../../machines/device-list/device-board.ts'
import { useFlow, useFlowState } from '../panel-context.tsx'

/** How many devices a search finds at most, and how many stand there before anybody has typed. */
const most = { found: 50, first: 12 }

/** A search looks again when so many parts have come: a pass over all for each would leave time for nothing else. */
const searchedParts = 16

const none: readonly Device[] = []
const noTrouble: ReadonlySet<string> = new Set()

/** Asks for all devices while a view shows them, or while it wants them; they are loaded once. */
export function useDevicesWanted(isWanted = true): void {
  const deviceList = useFlow('deviceList')
  useEffect(() => {
    if (!isWanted) return
    deviceList.send({ type: 'devices.want' })
    return () => deviceList.send({ type: 'devices.leave' })
  }, [deviceList, isWanted])
}

/**
 * Finds devices by name or code, at most fifty: those of `opened` first, then those that the server cannot reach (PAGE-6). Of a blank text
 * only these two; none while nobody searches.
 * @param opened wordCodes, the same array while nothing has changed
 */
export function useDeviceFinder(opened: readonly string[], isSearching: boolean): (text: string) => readonly Device[] {
  const board = useFlowState('deviceList', (list) => list.context.board)
  const revision = useSearchedRevision(isSearching)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision says when
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

/** Ids of the condominiums with a device that the server cannot reach; none while nobody searches. */
export function useTroubledCondominiums(isSearching: boolean): ReadonlySet<string> {
  const board = useFlowState('deviceList', (list) => list.context.board)
  const revision = useSearchedRevision(isSearching)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the board is changed in place; its revision says when
  return useMemo(() => {
    if (!isSearching || board === undefined) return noTrouble
    const troubled = new Set<string>()
    for (const { condominiumId } of board.offline()) troubled.add(condominiumId)
    return troubled
  }, [board, revision, isSearching])
}

/** Changes while devices come, not with what befalls them: options would move under the hand of who chooses. */
function useSearchedRevision(isSearching: boolean): number {
  return useFlowState('deviceList', (list) =>
    !isSearching || list === undefined || list.hasTag('loaded')
      ? -1
      : Math.floor(list.context.revision / searchedParts),
  )
}

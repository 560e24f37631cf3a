import { useEffect, useSyncExternalStore } from 'react'

/** Lazy code of a view that the first page does not need. */
export interface LateCode<Code> {
  /** Rejects if the code cannot be loaded. */
  load: () => Promise<Code>
  loaded: () => Code | null
  subscribe: (onLoaded: () => void) => () => void
}

export function lateCode<Code>(imported: () => Promise<Code>): LateCode<Code> {
  let loaded: Code | null = null
  const waiting = new Set<() => void>()
  return {
    async load() {
      if (loaded !== null) return loaded
      loaded = await imported()
      for (const onLoaded of waiting) onLoaded()
      return loaded
    },
    loaded: () => loaded,
    subscribe(onLoaded) {
      waiting.add(onLoaded)
      return () => waiting.delete(onLoaded)
    },
  }
}

/** Returns the code, or null until it is loaded; loads it if `isWanted`. */
export function useLateCode<Code>(late: LateCode<Code>, isWanted: boolean): Code | null {
  useEffect(() => {
    if (isWanted) late.load().catch(() => undefined)
  }, [late, isWanted])
  return useSyncExternalStore(late.subscribe, late.loaded, late.loaded)
}

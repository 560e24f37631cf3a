import { useEffect, useSyncExternalStore } from 'react'

/** A part of a view whose code no first page needs. */
export interface LateCode<Code> {
  /** Fetches it. Rejects while it does not come. */
  load: () => Promise<Code>
  loaded: () => Code | null
  subscribe: (tell: () => void) => () => void
}

export function lateCode<Code>(imported: () => Promise<Code>): LateCode<Code> {
  let loaded: Code | null = null
  const waiting = new Set<() => void>()
  return {
    async load() {
      if (loaded !== null) return loaded
      loaded = await imported()
      for (const tell of waiting) tell()
      return loaded
    },
    loaded: () => loaded,
    subscribe(tell) {
      waiting.add(tell)
      return () => waiting.delete(tell)
    },
  }
}

/** The code, or null until it has come; it is asked for while it is wanted. */
export function useLateCode<Code>(late: LateCode<Code>, isWanted: boolean): Code | null {
  useEffect(() => {
    if (isWanted) late.load().catch(() => undefined)
  }, [late, isWanted])
  return useSyncExternalStore(late.subscribe, late.loaded)
}

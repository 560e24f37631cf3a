import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import type { CondominiumOptions } from './condominium-options.tsx'

type Options = ComponentType<ComponentProps<typeof CondominiumOptions>>

let options: Options | null = null

/** Fetches the code of the search's popup, which no first page needs. Rejects while it does not come. */
export async function loadOptions(): Promise<Options> {
  options ??= (await import('./condominium-options.tsx')).CondominiumOptions
  return options
}

/** The popup of the search, or null while its code has not come; who opens the search again has it asked for again. */
export function useLateOptions(isWanted: boolean): Options | null {
  const [shown, setShown] = useState(() => options)
  useEffect(() => {
    if (!isWanted || shown !== null) return
    loadOptions().then(
      (loaded) => setShown(() => loaded),
      () => undefined,
    )
  }, [isWanted, shown])
  return shown
}

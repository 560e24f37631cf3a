import { type ComponentType, createElement, useEffect, useState } from 'react'
import { fetchStylesheetsAgain } from '../../services/page/stylesheets.ts'
import { PageLoading } from '../../ui/layout/page/page-loading.tsx'

/** Those whose code did not come, each with the way to ask for it again. */
const missing = new Set<() => Promise<void>>()

/** Whether a stylesheet may be missing, too. */
let hasFailed = false

/**
 * A page whose code comes when it is opened, or with its `load` ahead of that; what did not come can be asked for again (LIVE-8).
 * @param imported imports the page
 */
export function latePage<Props extends object>(imported: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    try {
      if (hasFailed) await fetchStylesheetsAgain()
      hasFailed = false
      loaded = await imported()
      return loaded
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const again = async () => {
    await load()
    missing.delete(again)
  }
  // Not by React's own way of waiting, which shows what has begun to load after 300 ms at the earliest.
  const page = (props: Props) => {
    const [shown, setShown] = useState(() => loaded)
    const [failure, setFailure] = useState<unknown>(null)
    useEffect(() => {
      if (shown !== undefined) return
      load().then(
        (came) => setShown(() => came),
        (error: unknown) => {
          missing.add(again)
          setFailure(error)
        },
      )
    }, [shown])
    if (failure !== null) throw failure
    return shown === undefined ? createElement(PageLoading) : createElement(shown, props)
  }
  return Object.assign(page, { load })
}

/** Asks again for all code that did not come. Rejects while none of it does. */
export async function fetchMissingCode(): Promise<void> {
  await Promise.any([...missing].map((again) => again()))
}

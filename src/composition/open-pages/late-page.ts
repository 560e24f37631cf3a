import { type ComponentType, createElement, useEffect, useState } from 'react'
import { fetchStylesheetsAgain } from '../../services/page/stylesheets.ts'
import { PageLoading } from '../../ui/layout/page/page-loading.tsx'

/** Pages with missing code, each with a function that fetches it again. */
const missing = new Set<() => Promise<void>>()

/** Whether a stylesheet may be missing, too. */
let hasFailed = false

/**
 * A page whose code is fetched when the page is opened, or earlier by `load`; missing code can be fetched again
 * (LIVE-8).
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
  // Without React's Suspense, which shows loaded content after 300 ms at the earliest.
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

/** Fetches all missing code again. Rejects if every fetch fails. */
export async function fetchMissingCode(): Promise<void> {
  await Promise.any([...missing].map((again) => again()))
}

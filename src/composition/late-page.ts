import { type ComponentType, createElement, lazy, useState } from 'react'
import { fetchStylesheetsAgain } from '../services/page/stylesheets.ts'

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
  const make = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        missing.add(again)
        throw error
      }
    })
  // React keeps what a lazy component came to, a failure too: only another one asks anew.
  let Shown = make()
  const again = async () => {
    await load()
    missing.delete(again)
    Shown = make()
  }
  const page = (props: Props) => {
    // React shows what is not lazy without a pause; what it has begun with stays, another component would begin anew.
    const [known] = useState(() => loaded)
    return createElement(known ?? Shown, props)
  }
  return Object.assign(page, { load })
}

/** Asks again for all code that did not come. Rejects while none of it does. */
export async function fetchMissingCode(): Promise<void> {
  await Promise.any([...missing].map((again) => again()))
}

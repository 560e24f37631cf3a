import { useLoaderShown } from './shell-hooks.ts'
import './global-loader.css'

/** A thin bar on top while requests run (SHELL-2). Silent: pages say themselves what they wait for. */
export function GlobalLoader() {
  return <div className="global-loader" data-shown={useLoaderShown()} aria-hidden="true" />
}

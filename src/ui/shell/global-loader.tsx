import { useFlowState } from '../panel-context.tsx'
import './global-loader.css'

/** A thin bar on top while requests run (SHELL-2). Silent: pages say themselves what they wait for. */
export function GlobalLoader() {
  return (
    <div
      className="global-loader"
      data-shown={useFlowState('shell', (shell) => shell.matches({ loader: 'shown' }))}
      aria-hidden="true"
    />
  )
}

import { useFlowState } from '../panel-context.tsx'
import './global-loader.css'

/** Thin bar at the top during requests (SHELL-2). Not announced, because pages announce their own loading. */
export function GlobalLoader() {
  return (
    <div
      className="global-loader"
      data-shown={useFlowState('shell', (shell) => shell.matches({ loader: 'shown' }))}
      aria-hidden="true"
    />
  )
}

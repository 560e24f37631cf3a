import { useFlow, useFlowState } from '../panel-context.tsx'
import { ArrowUpIcon } from '../parts/icons/icons.tsx'
import './back-to-top.css'

/** Button that scrolls to the top, shown after scrolling down (spec §2, SHELL-2). */
export function BackToTop() {
  const shell = useFlow('shell').send
  if (!useFlowState('shell', (shell) => shell.matches({ scroll: 'far' }))) return null
  return (
    <button
      type="button"
      className="back-to-top border rounded-circle text-brand"
      aria-label="Voltar ao topo"
      onClick={() => shell({ type: 'page.goTop' })}
    >
      <ArrowUpIcon />
    </button>
  )
}

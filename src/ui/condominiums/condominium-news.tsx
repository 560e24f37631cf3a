import { useEffect, useRef } from 'react'
import { useFlow, useFlowState } from '../panel-context.tsx'

const texts = {
  created: (name: string) => `${name} foi cadastrado.`,
  saved: (name: string) => `As alterações de ${name} foram salvas.`,
  deleted: (name: string) => `${name} foi excluído.`,
} as const

/** Shows the outcome of the last save or deletion of a condominium until the person leaves the page. */
export function CondominiumNews() {
  const news = useFlowState('condominiums', (flow) => flow.context.news)
  const flow = useFlow('condominiums')
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => () => flow.send({ type: 'news.read' }), [flow])
  useEffect(() => {
    // The deletion removed the row with the focused button.
    if (news?.kind === 'deleted') status.current?.focus()
  }, [news])
  return (
    <p ref={status} role="status" tabIndex={-1} className="condominium-news">
      {news !== null && texts[news.kind](news.name)}
    </p>
  )
}

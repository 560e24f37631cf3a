import { useEffect, useRef } from 'react'
import { useFlow, useFlowState } from '../panel-context.tsx'

const texts = {
  created: (name: string) => `${name} foi cadastrado.`,
  saved: (name: string) => `As alterações de ${name} foram salvas.`,
  deleted: (name: string) => `${name} foi excluído.`,
} as const

/** Says what has just become of a condominium, until the page is left. */
export function CondominiumNews() {
  const news = useFlowState('condominiums', (flow) => flow.context.news)
  const flow = useFlow('condominiums')
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => () => flow.send({ type: 'news.read' }), [flow])
  useEffect(() => {
    // The button that began the deletion is gone with its row.
    if (news?.kind === 'deleted') status.current?.focus()
  }, [news])
  return (
    <p ref={status} role="status" tabIndex={-1} className="condominium-news">
      {news !== null && texts[news.kind](news.name)}
    </p>
  )
}

import { useSelector } from '@xstate/react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { usePanel } from '../panel-context.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { ActorDetails } from './actors/actor-details.tsx'
import { ActorTree } from './actors/actor-tree.tsx'
import { TreeSeparator } from './actors/tree-separator.tsx'
import { ActorChart } from './chart/actor-chart.tsx'
import { EventSequence } from './events/event-sequence.tsx'
import { MomentBar } from './events/moment-bar.tsx'
import { InspectorContext, useInspector, useMoment, useSelectedActor } from './inspector-hooks.ts'
import { InspectorTools } from './inspector-tools.tsx'
import { inspectors } from './inspectors.ts'
import './inspector-page.css'

/** Shows the live statecharts of this panel, for QA (INS-1). */
export function InspectorPage() {
  const open = inspectors.get(usePanel())
  const [inspector] = useState(() => open?.())
  if (inspector === undefined)
    return (
      <>
        <PageHeading title="Inspetor" />
        <p role="alert" className="card card-note">
          O inspetor não pôde ser carregado. Recarregue a página para tentar de novo.
        </p>
      </>
    )
  return (
    <InspectorContext value={inspector}>
      <Inspector />
    </InspectorContext>
  )
}

function Inspector() {
  const inspector = useInspector()
  const actor = useSelectedActor()
  const isPast = useMoment() !== null
  const treeWidth = useSelector(inspector, ({ context }) => context.treeWidth)
  const [chartTools, setChartTools] = useState<HTMLElement | null>(null)
  const style: CSSProperties & Record<`--${string}`, string> = { '--tree-width': `${treeWidth}px` }
  useEffect(() => {
    inspector.send({ type: 'inspector.opened' })
    return () => inspector.send({ type: 'inspector.left' })
  }, [inspector])
  useActorInAddress()
  return (
    <div className={isPast ? 'inspector d-grid is-past' : 'inspector d-grid'} style={style}>
      <PageHeading
        title="Inspetor"
        actions={
          <div className="card inspector-bar align-items-center min-w-0">
            <MomentBar />
            <div ref={setChartTools} />
            <InspectorTools />
          </div>
        }
      />
      <ActorTree />
      <TreeSeparator />
      <div className="actor-place">{actor !== null && <ActorChart actor={actor} tools={chartTools} />}</div>
      {actor !== null && <ActorDetails actor={actor} />}
      <EventSequence />
    </div>
  )
}

/** Synchronizes the address with the selected actor's name, because ids change with each load. */
function useActorInAddress(): void {
  const inspector = useInspector()
  const name = useSelectedActor()?.name ?? null
  const wanted = new URLSearchParams(useSearch()).get('actor')
  const [, navigate] = useLocation()
  const [followed, setFollowed] = useState<string | null>(null)
  useEffect(() => {
    if (wanted !== null && wanted !== followed) {
      setFollowed(wanted)
      if (wanted !== name) inspector.send({ type: 'actor.want', name: wanted })
    } else if (name !== null && name !== wanted) {
      setFollowed(name)
      navigate(`/inspector?${new URLSearchParams({ actor: name })}`, { replace: true })
    }
  }, [inspector, name, wanted, followed, navigate])
}

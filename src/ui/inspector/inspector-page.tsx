import { useSelector } from '@xstate/react'
import { type CSSProperties, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { linkIn } from '../../inspector/recording/inspector-link.ts'
import { isFullLink } from '../../machines/inspector/inspector-moment.ts'
import { usePanel } from '../panel-context.tsx'
import { PageHeading } from '../parts/page-heading.tsx'
import { ActorDetails } from './actors/actor-details.tsx'
import { ActorTree } from './actors/actor-tree.tsx'
import { ActorChart } from './chart/actor-chart.tsx'
import { EventSequence } from './events/event-sequence.tsx'
import { MomentBar } from './events/moment-bar.tsx'
import { PausedNote } from './events/paused-note.tsx'
import { NamedBreakerWatch } from './faults/device-walk.tsx'
import { InspectorContext, useInspector, useMoment, useRecording, useSelectedActor } from './inspector-hooks.ts'
import { InspectorTools } from './inspector-tools.tsx'
import { inspectors } from './inspectors.ts'
import { LinkNote } from './link-note.tsx'
import { PaneSeparator } from './pane-separator.tsx'
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
  const { recording } = useRecording()
  const isPast = useMoment() !== null
  const { tree, events } = useSelector(inspector, ({ context }) => context.widths)
  const wantedName = useSelector(inspector, ({ context }) => context.wantedName)
  const [chartTools, setChartTools] = useState<HTMLElement | null>(null)
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--tree-width': `${tree}px`,
    '--events-width': `${events}px`,
  }
  useEffect(() => {
    inspector.send({ type: 'inspector.opened' })
    return () => inspector.send({ type: 'inspector.left' })
  }, [inspector])
  const linkedName = useLinkInAddress()
  const isLinked = linkedName === wantedName || linkedName === actor?.name
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
      {recording.isLive && isLinked && linkedName !== null && <NamedBreakerWatch name={linkedName} />}
      <ActorTree />
      <PaneSeparator pane="tree" />
      <div className="actor-place d-grid min-w-0">
        <LinkNote />
        <PausedNote />
        {actor !== null && <ActorChart actor={actor} tools={chartTools} />}
      </div>
      {actor !== null && <ActorDetails actor={actor} />}
      <PaneSeparator pane="events" />
      <EventSequence />
    </div>
  )
}

/**
 * Opens the link in the address, and writes the selected actor's name into the address, because ids change with each
 * load. While the linked actor is absent, the address stays. Returns the name of the linked actor.
 */
function useLinkInAddress(): string | null {
  const inspector = useInspector()
  const name = useSelectedActor()?.name ?? null
  const wantedName = useSelector(inspector, ({ context }) => context.wantedName)
  const search = useSearch()
  const [, navigate] = useLocation()
  const [followed, setFollowed] = useState<string | null>(null)
  const [linkedName, setLinkedName] = useState<string | null>(null)
  useEffect(() => {
    const link = linkIn(search)
    if (search !== followed) {
      setFollowed(search)
      setLinkedName(link.actor)
      const isElsewhere = link.actor !== null && link.actor !== name
      if (isElsewhere || isFullLink(link)) return inspector.send({ type: 'link.open', link })
    }
    if (wantedName !== null || name === null || name === link.actor) return
    const own = new URLSearchParams({ actor: name }).toString()
    setFollowed(own)
    navigate(`/inspector?${own}`, { replace: true })
  }, [inspector, name, wantedName, search, followed, navigate])
  return linkedName
}

import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { useSelectedCondominium } from '../../condominiums/condominium-hooks.ts'
import { useFlow } from '../../panel-context.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { pageHeading } from '../../parts/handed-on-focus.ts'
import { PageHeading } from '../../parts/page-heading.tsx'
import { type PageKey, usePageKeys } from '../../shell/page-keys.ts'
import { useStaleText } from '../../sources/source-hooks.ts'
import { isAddressed } from '../incident-address.ts'
import { useIncidentsStatus, useOpenIncidents } from '../incident-hooks.ts'
import { OpenIncident } from '../open/open-incident.tsx'
import { ReportLink } from '../report/report-link.tsx'
import { CondominiumGrid } from './condominium-grid.tsx'
import { DutyLine } from './duty-line.tsx'
import { worklistAddress, worklistFilterOf } from './worklist-address.ts'
import { besideOf, nextUnclaimed, worklistGroups, worklistOrder } from './worklist-groups.ts'
import { useChosen, useOpenWorklist, useWorklist, useWorklistBroken } from './worklist-hooks.ts'
import { worklistKeys } from './worklist-keys.ts'
import { WorklistOverview } from './worklist-overview.tsx'
import { rowOf, WorklistQueue } from './worklist-queue.tsx'
import { type Step, type Steps, WorklistSteps } from './worklist-steps.tsx'
import '../incidents.css'
import './worklist.css'

const texts = {
  loading: 'Carregando as ocorrências…',
  unasked: 'Não foi possível carregar as ocorrências. O painel tenta de novo sozinho.',
  broken: 'Esta página parou de funcionar.',
} as const

/** The worklist: the open incidents beside the one that the address names (DESK-1). */
export function WorklistPage({ id }: { id?: string }) {
  const status = useIncidentsStatus()
  if (status === 'known' || status === 'missing') return <Worklist openId={id ?? null} />
  return (
    <>
      <PageHeading title="Ocorrências" context="" />
      {status === 'unasked' ? (
        <p role="alert" className="card card-note">
          {texts.unasked}
        </p>
      ) : (
        <p className="card-note">{texts.loading}</p>
      )}
    </>
  )
}

function Worklist({ openId }: { openId: string | null }) {
  useOpenWorklist()
  const { send } = useFlow('incidents')
  const isBroken = useWorklistBroken()
  const search = useSearch()
  const filter = useMemo(() => worklistFilterOf(search), [search])
  const selected = useSelectedCondominium()
  const incidents = useOpenIncidents()
  const groups = useMemo(() => worklistGroups(incidents, filter), [incidents, filter])
  const stale = useStaleText('server')
  const [, navigate] = useLocation()
  const focusNext = useFocusAfterOpening(openId)
  const follow = useCallback((id: string) => focusNext(id, 'heading'), [focusNext])

  const order = worklistOrder(groups)

  /** Opens an incident in place of the open one, so that 'back' leads to the page before the worklist. */
  function step(find: (openId: string | null) => Incident | undefined): Step {
    return {
      isThere: find(openId) !== undefined,
      go() {
        const found = find(order.find(isAddressed)?.id ?? null)
        if (found === undefined) return
        focusNext(found.id, 'row')
        navigate(worklistAddress(found.id, filter), { replace: openId !== null })
        // The page does not change if two keys have cancelled each other.
        if (found.id === openId) rowOf(openId)?.focus()
      },
    }
  }
  const steps: Steps = {
    previous: step((id) => besideOf(order, id, -1)),
    next: step((id) => besideOf(order, id, 1)),
    nextUnclaimed: step((id) => nextUnclaimed(groups, id)),
  }
  useWorklistKeys(
    openId,
    order.length > 0 ? steps : null,
    groups[0]?.incidents.some(({ id }) => id === openId) ?? false,
  )

  return (
    <div className={`worklist d-grid ${openId === null ? '' : 'has-open'} ${stale === '' ? '' : 'is-stale'}`}>
      {openId === null && (
        <div className="worklist-heading">
          <PageHeading
            title="Ocorrências"
            context={stale || (selected?.name ?? 'Todos os seus condomínios')}
            actions={<ReportLink />}
          />
          <DutyLine />
          {order.length > 0 && <WorklistSteps {...steps} />}
        </div>
      )}
      <WorklistQueue openId={openId} filter={filter} incidents={incidents} groups={groups} onFollow={follow} />
      <div className="worklist-open min-w-0">
        {isBroken && <FailureNotice text={texts.broken} onRetry={() => send({ type: 'worklist.open' })} />}
        {openId === null ? (
          <WorklistOverview />
        ) : (
          <>
            <DutyLine isBesideOnly />
            <OpenIncident id={openId} back={worklistAddress(null, filter)} stale={stale}>
              <WorklistSteps {...steps} />
            </OpenIncident>
          </>
        )}
      </div>
      <CondominiumGrid incidents={incidents} filter={filter} />
    </div>
  )
}

/** Keys that open another incident, and the key that chooses the open incident. */
function useWorklistKeys(openId: string | null, steps: Steps | null, isUnclaimed: boolean): void {
  const worklist = useWorklist()
  const isChosen = useChosen().includes(openId ?? '')
  const keys: PageKey[] = []
  if (steps !== null)
    keys.push(
      { key: worklistKeys.next, what: 'próxima ocorrência', isRepeatable: true, press: steps.next.go },
      { key: worklistKeys.previous, what: 'ocorrência anterior', isRepeatable: true, press: steps.previous.go },
      { key: worklistKeys.nextUnclaimed, what: 'próxima que ninguém cuida', press: steps.nextUnclaimed.go },
    )
  if (openId !== null && isUnclaimed)
    keys.push({
      key: worklistKeys.choose,
      what: 'escolher esta ocorrência, para cuidar de várias',
      press: () => worklist?.send({ type: 'choice.set', ids: [openId], isChosen: !isChosen }),
    })
  usePageKeys(keys)
}

/**
 * Moves the focus once the next incident is open: with a key it stays in the list, with a click it follows to the
 * incident. If the list is not on screen, the heading gets the focus.
 */
function useFocusAfterOpening(openId: string | null): (id: string, where: 'row' | 'heading') => void {
  const wanted = useRef<{ id: string; where: 'row' | 'heading' } | null>(null)
  useEffect(() => {
    if (openId === null || wanted.current?.id !== openId) return
    const { where } = wanted.current
    wanted.current = null
    // After the frame in which a new page's heading takes the focus.
    const frame = requestAnimationFrame(() => {
      const target = (where === 'row' ? rowOf(openId) : null) ?? pageHeading()
      target?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [openId])
  return useCallback((id, where) => {
    wanted.current = { id, where }
  }, [])
}

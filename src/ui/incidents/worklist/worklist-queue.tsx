import { type RefObject, useMemo } from 'react'
import type { OpenLife } from '../../../../contract/incidents/open-lives.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { useFlow } from '../../panel-context.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { pageHeading } from '../../parts/handed-on-focus.ts'
import { useLostFocusReturned } from '../../parts/lost-focus.ts'
import { useStaleText } from '../../sources/source-hooks.ts'
import { useHiddenAlarms, useIncidentsFailed, useIncidentsStatus } from '../incident-hooks.ts'
import { type WorklistFilter, worklistAddress } from './worklist-address.ts'
import { WorklistFilters } from './worklist-filters.tsx'
import type { WorklistGroup } from './worklist-groups.ts'
import { useChosen, useWorklist } from './worklist-hooks.ts'
import { WorklistRow } from './worklist-row.tsx'

const groupTexts: Readonly<Record<OpenLife, string>> = {
  new: 'Ninguém cuida',
  claimed: 'Em atendimento',
  silenced: 'Silenciadas',
}

const texts = {
  none: 'Nenhuma ocorrência aberta.',
  noneKnown: 'Nenhuma de que este painel saiba.',
  noMatch: 'Nenhuma ocorrência passa pelo filtro.',
} as const

/** More rows of a group are not drawn; the filter finds them. */
const mostRows = 100

interface WorklistQueueProps {
  openId: string | null
  filter: WorklistFilter
  /** All open incidents of the selected condominium, or of all. */
  incidents: readonly Incident[]
  groups: readonly WorklistGroup[]
  /** A row was followed with the pointer or the keyboard. */
  onFollow: (id: string) => void
}

/** The open incidents in three groups, several of which can be claimed together (DESK-1). */
export function WorklistQueue({ openId, filter, incidents, groups, onFollow }: WorklistQueueProps) {
  const isFailed = useIncidentsFailed()
  const isKnown = useIncidentsStatus() === 'known'
  const noneText = useStaleText('server') === '' ? texts.none : texts.noneKnown
  const { send } = useFlow('incidents')
  const chosen = useChosen()
  const shown = groups.flatMap((each) => each.incidents.slice(0, mostRows).map(({ id }) => id))
  useLostFocusReturned(`${shown.join()} ${chosen.length}`, useOpenRow(openId))
  return (
    <div className="card worklist-queue">
      <WorklistFilters openId={openId} filter={filter} incidents={incidents} />
      <OtherPlaces />
      {isFailed && (
        <FailureNotice
          text="Não foi possível carregar as ocorrências."
          onRetry={() => send({ type: 'incidents.reload' })}
        />
      )}
      {isKnown && shown.length === 0 && (
        <p className="card-note">{incidents.length === 0 ? noneText : texts.noMatch}</p>
      )}
      {groups.map(({ group, incidents: ofGroup }) =>
        ofGroup.length === 0 ? null : (
          <section key={group} aria-labelledby={`worklist-${group}`}>
            <div className="worklist-group d-flex align-items-center gap-2">
              <h2 id={`worklist-${group}`}>
                {groupTexts[group]} <span className="worklist-count">{ofGroup.length}</span>
              </h2>
              {group === 'new' && <Choice incidents={ofGroup} chosen={chosen} />}
            </div>
            <ul>
              {ofGroup.slice(0, mostRows).map((incident) => (
                <WorklistRow
                  key={incident.id}
                  incident={incident}
                  href={worklistAddress(incident.id, filter)}
                  isOpen={incident.id === openId}
                  isReplacing={openId !== null}
                  isChosen={chosen.includes(incident.id)}
                  onFollow={onFollow}
                />
              ))}
            </ul>
            {ofGroup.length > mostRows && (
              <p className="card-note">E mais {ofGroup.length - mostRows}. Use o filtro.</p>
            )}
          </section>
        ),
      )}
    </div>
  )
}

/** Claims the chosen incidents together; each row shows its own result. */
function Choice({ incidents, chosen }: { incidents: readonly Incident[]; chosen: readonly string[] }) {
  const worklist = useWorklist()
  const isAll = incidents.every(({ id }) => chosen.includes(id))
  return (
    <>
      {chosen.length > 0 && (
        <button
          type="button"
          className="btn btn-primary btn-sm"
          onClick={() => worklist?.send({ type: 'choice.claim' })}
        >
          {chosen.length === 1 ? 'Estou cuidando da escolhida' : `Estou cuidando das ${chosen.length}`}
        </button>
      )}
      <label className="worklist-all d-flex align-items-center">
        <input
          type="checkbox"
          className="form-check-input"
          aria-label="Escolher todas que ninguém cuida"
          checked={isAll}
          onChange={() => worklist?.send({ type: 'choice.set', ids: incidents.map(({ id }) => id), isChosen: !isAll })}
        />
      </label>
    </>
  )
}

/** A selected condominium hides no alarm. */
function OtherPlaces() {
  const flow = useFlow('condominiums')
  const { incidents: count } = useHiddenAlarms()
  if (count === 0) return null
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm worklist-others text-bad"
      onClick={() => flow.send({ type: 'condominiums.select', id: null })}
    >
      {count === 1 ? '1 ocorrência em outro condomínio' : `${count} ocorrências em outros condomínios`}: ver todas
    </button>
  )
}

/** The row of the open incident, wherever it is now; without such a row, the page's heading. */
function useOpenRow(openId: string | null): RefObject<HTMLElement | null> {
  return useMemo(
    () => ({
      get current() {
        return (openId === null ? null : rowOf(openId)) ?? pageHeading()
      },
    }),
    [openId],
  )
}

/** The link of an incident's row; null if it is not on screen. */
export function rowOf(id: string): HTMLElement | null {
  const row = document.querySelector<HTMLElement>(`[data-incident="${CSS.escape(id)}"]`)
  return row?.checkVisibility() ? row : null
}

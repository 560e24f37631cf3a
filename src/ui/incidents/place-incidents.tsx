import { worstFirst } from '../../../contract/incidents/incident-order.ts'
import { isOpen } from '../../../contract/incidents/open-lives.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { useFlowState } from '../panel-context.tsx'
import { useStaleText } from '../sources/source-hooks.ts'
import { IncidentRow } from './incident-row.tsx'
import './incidents.css'

/** Lists open incidents of one condominium (PAGE-2) or one device (PAGE-4), worst first. */
export function PlaceIncidents({ isHere }: { isHere: (incident: Incident) => boolean }) {
  const incidents = useFlowState('incidents', (flow) => flow.context.incidents)
  const open = worstFirst(incidents.filter((each) => isOpen(each) && isHere(each)))
  const stale = useStaleText('server')
  if (open.length === 0) return null
  return (
    <section
      className={stale === '' ? 'card incident-list' : 'card incident-list is-stale'}
      aria-labelledby="ocorrencias"
    >
      <div className="card-heading">
        <h2 id="ocorrencias">Ocorrências</h2>
        {stale !== '' && <p>{stale}</p>}
      </div>
      <ul className="troubles">
        {open.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} />
        ))}
      </ul>
    </section>
  )
}

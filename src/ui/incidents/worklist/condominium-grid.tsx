import { useMemo, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { type OpenLife, openLives } from '../../../../contract/incidents/open-lives.ts'
import type { Incident } from '../../../../contract/wire/answers/incidents.ts'
import { condominiumAddress } from '../../condominiums/condominium-address.ts'
import { useCondominiums } from '../../condominiums/condominium-hooks.ts'
import { type WorklistFilter, worklistAddress } from './worklist-address.ts'

/** Width from which the grid fits beside the list and the incident. */
const wide = matchMedia('(min-width: 1800px)')
/** With more condominiums, only those with incidents are shown. */
const mostTiles = 400
/** Number of tiles with names that fit on one screen (1920×1080). */
const mostNamed = 20

const tones: Readonly<Record<OpenLife, { tone: string; text: string }>> = {
  new: { tone: 'bad', text: 'ninguém cuida' },
  claimed: { tone: 'warn', text: 'em atendimento' },
  silenced: { tone: 'neutral', text: 'silenciada' },
}

interface CondominiumGridProps {
  /** Open incidents, worst first. */
  incidents: readonly Incident[]
  filter: WorklistFilter
}

/** All condominiums as tiles in the colour of their worst incident, on wide screens (DESK-1). */
export function CondominiumGrid({ incidents, filter }: CondominiumGridProps) {
  const isShown = useSyncExternalStore(
    watchWidth,
    () => wide.matches,
    () => false,
  )
  return isShown ? <Tiles incidents={incidents} filter={filter} /> : null
}

function Tiles({ incidents, filter }: CondominiumGridProps) {
  const condominiums = useCondominiums()
  const troubles = useMemo(() => troublesByPlace(incidents), [incidents])
  const shown = condominiums.length > mostTiles ? condominiums.filter(({ id }) => troubles.has(id)) : condominiums
  const isNamed = shown.length <= mostNamed
  return (
    <section className="card worklist-grid" aria-labelledby="worklist-condominios">
      <div className="card-heading">
        <h2 id="worklist-condominios">Condomínios</h2>
        <p>{troubles.size === 0 ? 'sem ocorrências' : `${troubles.size} com ocorrência`}</p>
      </div>
      <ul className={`worklist-tiles d-grid ${isNamed ? 'has-names' : ''}`}>
        {shown.map(({ id, name }) => {
          const trouble = troubles.get(id)
          const { tone, text } = trouble === undefined ? { tone: '', text: 'sem ocorrências' } : tones[trouble.group]
          const label = trouble === undefined ? `${name}: ${text}` : `${name}: ${trouble.count}, ${text}`
          return (
            <li key={id}>
              <Link
                href={
                  trouble === undefined
                    ? condominiumAddress(id)
                    : worklistAddress(trouble.worstId, { ...filter, condominiumId: id })
                }
                className={`worklist-tile ${tone === '' ? '' : `tone-${tone}`}`}
                title={label}
                aria-label={label}
              >
                {isNamed && <span className="text-truncate">{name}</span>}
                {trouble?.count}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface Trouble {
  count: number
  worstId: string
  group: OpenLife
}

function troublesByPlace(incidents: readonly Incident[]): ReadonlyMap<string, Trouble> {
  const troubles = new Map<string, Trouble>()
  for (const { id, life, condominiumId } of incidents) {
    const group = openLives.find((each) => each === life)
    if (condominiumId === null || group === undefined) continue
    const known = troubles.get(condominiumId)
    troubles.set(condominiumId, known ? { ...known, count: known.count + 1 } : { count: 1, worstId: id, group })
  }
  return troubles
}

function watchWidth(onChange: () => void): () => void {
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

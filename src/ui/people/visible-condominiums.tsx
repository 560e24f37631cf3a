import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useMemo, useRef, useState } from 'react'
import { mostAssigned } from '../../../contract/fields/person.ts'
import { numberText } from '../../../contract/texts/number-text.ts'
import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { useCondominiums, useCondominiumsStatus } from '../condominiums/condominium-hooks.ts'
import { foundCondominiums, namedCondominiums } from '../condominiums/search/condominium-index.ts'
import { FieldProblem } from '../parts/forms/field-problem.tsx'
import { SearchField } from '../parts/forms/search-field.tsx'
import { rowHeight } from '../parts/lists/row-height.ts'
import type { PersonPartProps } from './person-rights.tsx'
import { visibleCondominiumsText } from './person-texts.ts'

/** Selects which condominiums a person sees: all, including future ones, or chosen ones. */
export function VisibleCondominiums(props: PersonPartProps) {
  const { problems, isLocked, onEdit } = props
  const { seesAll } = props.fields
  const id = useId()
  const choice = (value: boolean, text: string) => (
    <div className="form-check">
      <input
        id={`${id}-${value}`}
        className="form-check-input"
        type="radio"
        name={`${id}-sight`}
        checked={seesAll === value}
        disabled={isLocked}
        aria-invalid={!value && problems.seesAll !== undefined}
        aria-describedby={problems.seesAll === undefined ? undefined : `${id}-problem`}
        onChange={() => onEdit({ seesAll: value })}
      />
      <label className="form-check-label" htmlFor={`${id}-${value}`}>
        {text}
      </label>
    </div>
  )
  return (
    <fieldset>
      <legend>O que vê</legend>
      {choice(true, 'Todos os condomínios, também os que ainda vierem')}
      {choice(false, 'Só os condomínios escolhidos')}
      <FieldProblem id={`${id}-problem`} text={problems.seesAll} />
      {!seesAll && <ChosenCondominiums {...props} />}
    </fieldset>
  )
}

function ChosenCondominiums({ fields, problems, isLocked, onEdit }: PersonPartProps) {
  const { condominiumsId } = fields
  const condominiums = useCondominiums()
  const status = useCondominiumsStatus()
  const [text, setText] = useState('')
  const [isNarrowed, setNarrowed] = useState(false)
  const chosen = useMemo(() => new Set(condominiumsId), [condominiumsId])
  const named = useMemo(() => namedCondominiums(condominiums), [condominiums])
  const shown = useMemo(() => {
    const found = foundCondominiums(named, text)
    return isNarrowed ? found.filter((each) => chosen.has(each.id)) : found
  }, [named, text, isNarrowed, chosen])
  const id = useId()
  return (
    <div className="d-grid gap-12">
      <SearchField
        label="Buscar condomínio para escolher"
        placeholder="Buscar condomínio"
        text={text}
        onText={setText}
      />
      <div className="d-flex flex-wrap align-items-center justify-content-between gap-2">
        <p role="status">
          {countText(condominiumsId.length)}, de até {numberText(mostAssigned)}
        </p>
        <button
          type="button"
          className="btn btn-sm btn-quiet"
          aria-pressed={isNarrowed}
          onClick={() => setNarrowed(!isNarrowed)}
        >
          Ver só os escolhidos
        </button>
      </div>
      {status === 'loading' && <p className="field-hint">Carregando condomínios…</p>}
      {status === 'failed' && <p className="field-hint">Os condomínios não puderam ser carregados.</p>}
      {status === 'ready' && shown.length === 0 && <p className="field-hint">{emptyText(text, isNarrowed)}</p>}
      {shown.length > 0 && (
        <ChoiceList
          condominiums={shown}
          chosen={chosen}
          isLocked={isLocked}
          isInvalid={problems.condominiumsId !== undefined}
          describedBy={problems.condominiumsId === undefined ? undefined : `${id}-problem`}
          onToggle={(condominiumId, isChosen) =>
            onEdit({
              condominiumsId: isChosen
                ? [...condominiumsId, condominiumId]
                : condominiumsId.filter((each) => each !== condominiumId),
            })
          }
        />
      )}
      <FieldProblem id={`${id}-problem`} text={problems.condominiumsId} />
      {condominiumsId.length === 0 && (
        <p className="field-hint">Sem nenhum escolhido, a pessoa não vê condomínio algum.</p>
      )}
    </div>
  )
}

interface ChoiceListProps {
  condominiums: readonly Condominium[]
  chosen: ReadonlySet<string>
  isLocked: boolean
  isInvalid: boolean
  describedBy: string | undefined
  onToggle: (condominiumId: string, isChosen: boolean) => void
}

/** Renders a list of any length: only the rows on screen are in the document. */
function ChoiceList({ condominiums, chosen, isLocked, isInvalid, describedBy, onToggle }: ChoiceListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const height = rowHeight('compact')
  const virtualizer = useVirtualizer({
    count: condominiums.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list that scrolls within a fieldset
    <div ref={scroller} className="person-sight-list" role="group" aria-label="Condomínios">
      <div style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const condominium = condominiums[index]
          if (condominium === undefined) return null
          return (
            <div
              key={condominium.id}
              className="virtual-row form-check"
              style={{ blockSize: size, transform: `translateY(${start}px)` }}
            >
              <input
                id={`${id}-${condominium.id}`}
                className="form-check-input"
                type="checkbox"
                checked={chosen.has(condominium.id)}
                disabled={isLocked}
                aria-invalid={isInvalid}
                aria-describedby={describedBy}
                onChange={({ target }) => onToggle(condominium.id, target.checked)}
              />
              <label className="form-check-label" htmlFor={`${id}-${condominium.id}`} title={condominium.name}>
                {condominium.name}
              </label>
            </div>
          )
        })}
      </div>
    </div>
  )
}

function countText(count: number): string {
  if (count === 0) return 'Nenhum escolhido'
  return count === 1 ? '1 escolhido' : `${visibleCondominiumsText(false, count)} escolhidos`
}

function emptyText(text: string, isNarrowed: boolean): string {
  if (text.trim() !== '') return 'Nenhum condomínio com este nome.'
  return isNarrowed ? 'Nenhum escolhido ainda.' : 'Ainda não há condomínios. Cadastre um, ou deixe a pessoa ver todos.'
}

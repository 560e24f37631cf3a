import { useId, useMemo, useState } from 'react'
import type { Condominium } from '../../../../contract/wire/answers/condominiums.ts'
import { useCondominiumNames, useCondominiums } from '../condominium-hooks.ts'
import { foundCondominiums, namedCondominiums } from './condominium-index.ts'
import '../../parts/forms/form-select.css'

const texts = { unlisted: 'Outro condomínio' } as const

/** With more options, the person types a part of the name. */
const mostOptions = 200
const mostMatches = 50

export interface CondominiumSelectProps {
  id: string
  /** Id of the chosen condominium, or ''. */
  value: string
  /** Label of the empty option. */
  noneText: string
  onChange: (condominiumId: string) => void
  isInvalid?: boolean
  describedBy?: string | undefined
  name?: string
}

/** Selects a condominium: from a list, or by typing if there are too many. */
export function CondominiumSelect(props: CondominiumSelectProps) {
  return useCondominiums().length > mostOptions ? <TypedChoice {...props} /> : <ListedChoice {...props} />
}

function ListedChoice({ value, noneText, onChange, isInvalid, describedBy, ...rest }: CondominiumSelectProps) {
  const condominiums = useCondominiums()
  const isListed = value === '' || condominiums.some((each) => each.id === value)
  return (
    <select
      {...rest}
      className="form-select"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
    >
      <option value="">{noneText}</option>
      {!isListed && <option value={value}>{texts.unlisted}</option>}
      {condominiums.map((each) => (
        <option key={each.id} value={each.id}>
          {each.name}
        </option>
      ))}
    </select>
  )
}

function TypedChoice({ id, value, noneText, onChange, isInvalid, describedBy, name }: CondominiumSelectProps) {
  const condominiums = useCondominiums()
  const names = useCondominiumNames()
  const listId = useId()
  /** Null: the field shows the chosen condominium. */
  const [typed, setTyped] = useState<string | null>(null)
  const searched = useMemo(() => namedCondominiums(condominiums), [condominiums])
  const matches = useMemo(
    () => (typed === null ? [] : foundCondominiums(searched, typed).slice(0, mostMatches)),
    [searched, typed],
  )
  const chosenName = value === '' ? '' : (names.get(value) ?? texts.unlisted)
  const choose = (condominiumId: string) => {
    setTyped(null)
    if (condominiumId !== value) onChange(condominiumId)
  }
  return (
    <>
      <input
        id={id}
        list={listId}
        className="form-control"
        autoComplete="off"
        spellCheck={false}
        value={typed ?? chosenName}
        placeholder={noneText}
        onChange={({ target }) => {
          const picked = condominiums.find((each) => optionText(each) === target.value)
          if (picked === undefined) setTyped(target.value)
          else choose(picked.id)
        }}
        onFocus={() => setTyped(chosenName)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === null || typed === chosenName) return
          event.preventDefault()
          choose(typed.trim() === '' ? '' : (matches[0]?.id ?? value))
        }}
        onBlur={() => (typed?.trim() === '' ? choose('') : setTyped(null))}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
      />
      <datalist id={listId}>
        {matches.map((each) => (
          <option key={each.id} value={optionText(each)} />
        ))}
      </datalist>
      {name !== undefined && <input type="hidden" name={name} value={value} />}
    </>
  )
}

/** Includes the code, because two condominiums may have one name. */
function optionText({ name, wordCode }: Condominium): string {
  return [name, wordCode].filter(Boolean).join(' · ')
}

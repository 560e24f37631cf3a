import { useMemo, useState } from 'react'
import { useCondominiums, useSelectedCondominium } from '../condominium-hooks.ts'
import '../../parts/forms/form-select.css'

/** With more options, the person uses the search in the header instead. */
const mostOptions = 200

interface CondominiumSelectProps {
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

/** Selects a condominium. If there are too many, it offers only the condominium that is selected in the header. */
export function CondominiumSelect({
  value,
  noneText,
  onChange,
  isInvalid,
  describedBy,
  ...rest
}: CondominiumSelectProps) {
  const condominiums = useCondominiums()
  const selected = useSelectedCondominium()
  const isShort = condominiums.length <= mostOptions
  const selectedId = selected?.id
  const options = useMemo(
    () => (isShort ? condominiums : condominiums.filter(({ id }) => id === value || id === selectedId)),
    [condominiums, isShort, value, selectedId],
  )
  const isListed = value === '' || options.some((each) => each.id === value)
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
      {!isListed && <option value={value}>Outro condomínio</option>}
      {options.map((each) => (
        <option key={each.id} value={each.id}>
          {each.name}
        </option>
      ))}
      {!isShort && <option disabled>Para outro, selecione-o na busca do topo</option>}
    </select>
  )
}

interface CondominiumFieldProps extends Omit<CondominiumSelectProps, 'value' | 'name'> {
  name: string
  /** Id of the initial condominium, or ''. */
  first: string
}

/** Condominium select for a form; keeps its own value. */
export function CondominiumField({ first, onChange, ...rest }: CondominiumFieldProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  return (
    <CondominiumSelect
      {...rest}
      value={chosen ?? first}
      onChange={(condominiumId) => {
        setChosen(condominiumId)
        onChange(condominiumId)
      }}
    />
  )
}

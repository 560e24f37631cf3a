import { useMemo, useState } from 'react'
import { useCondominiums, useSelectedCondominium } from '../condominium-hooks.ts'
import '../../parts/forms/form-select.css'

/** Above so many options a list is no help: the search in the header is. */
const mostOptions = 200

interface CondominiumSelectProps {
  id: string
  /** Id of the chosen one, or ''. */
  value: string
  /** What choosing none is called. */
  noneText: string
  onChange: (condominiumId: string) => void
  isInvalid?: boolean
  describedBy?: string | undefined
  name?: string
}

/** Chooses a condominium; of thousands, it offers the one that is selected in the header. */
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
  /** Id of the one that is shown until somebody chooses, or ''. */
  first: string
}

/** The same as a field of a form, which keeps what was chosen. */
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

import { useId } from 'react'

interface ColourFieldProps {
  label: string
  note?: string
  /** `#` and 3, 4, 6 or 8 digits. */
  value: string
  onPick: (colour: string) => void
}

/** Native colour picker; applies the colour while it is open. */
export function ColourField({ label, note, value, onPick }: ColourFieldProps) {
  const id = useId()
  return (
    <div className="colour-field d-grid align-items-center">
      <input
        id={id}
        type="color"
        className="rounded"
        value={sixDigits(value)}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onPick(event.target.value)}
      />
      <label htmlFor={id}>{label}</label>
      <output className="text-soft text-sm" htmlFor={id}>
        {sixDigits(value)}
      </output>
      {note !== undefined && (
        <span id={`${id}-note`} className="text-soft text-xs">
          {note}
        </span>
      )}
    </div>
  )
}

function sixDigits(colour: string): string {
  const digits = colour.slice(1)
  const long = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join('') : digits
  return `#${long.slice(0, 6).toLowerCase()}`
}

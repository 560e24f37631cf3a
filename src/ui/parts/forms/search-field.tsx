import { startTransition, useId, useOptimistic } from 'react'
import { SearchIcon } from '../icons/icons.tsx'
import '../lists/list-filters.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
}

/** Search field of a list: the typed letter is painted first, then the results. */
export function SearchField({ label, placeholder, text, onText }: SearchFieldProps) {
  const id = useId()
  const [shown, show] = useOptimistic(text)
  const type = (typed: string) =>
    startTransition(() => {
      show(typed)
      onText(typed)
    })
  return (
    <div className="search-filter position-relative">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <SearchIcon />
      <input
        id={id}
        type="search"
        className="form-control"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={shown}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  )
}

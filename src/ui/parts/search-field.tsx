import { useId } from 'react'
import { SearchIcon } from './icons.tsx'
import './list-filters.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
}

/** Narrows a list by text. */
export function SearchField({ label, placeholder, text, onText }: SearchFieldProps) {
  const id = useId()
  return (
    <div className="search-filter">
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
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </div>
  )
}

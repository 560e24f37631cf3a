import { type RefObject, useEffect } from 'react'

/**
 * Leads the person to the first field of a form, or of a section of forms, that is marked as wrong.
 * @param refusals grows each time problems are found
 */
export function useFirstProblemFocused(form: RefObject<HTMLElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refusals])
}

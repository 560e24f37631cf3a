import { type RefObject, useEffect } from 'react'

/**
 * Focuses the first invalid field in a form or in a section with forms.
 * @param refusals increases each time problems are found
 */
export function useFirstProblemFocused(form: RefObject<HTMLElement | null>, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refusals])
}

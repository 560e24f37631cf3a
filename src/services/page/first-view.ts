declare global {
  /**
   * Defined while index.html's own sign-in page is shown. The panel calls it after hydration: it ends that page and
   * repeats its clicks.
   */
  var endFirstView: (() => void) | undefined
}

/**
 * Shows the sign-in page of index.html before the panel has loaded. Typed text stays in its fields. Clicks are stored
 * and repeated when the panel has taken over; Enter in a field clicks the form's button, so the browser itself never
 * submits a form.
 */
export function showSignInFirst({ dataset }: HTMLElement): void {
  const clicked: HTMLButtonElement[] = []
  const keep = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest<HTMLButtonElement>('#root button')
    if (!button) return
    event.preventDefault()
    clicked.push(button)
    if (button.type === 'submit') dataset.first = 'sent'
  }
  dataset.first = 'form'
  addEventListener('click', keep, true)
  globalThis.endFirstView = () => {
    removeEventListener('click', keep, true)
    delete dataset.first
    for (const button of clicked) button.click()
  }
}

declare global {
  /** Where the sign-in page stands there as index.html brought it: to be called once the panel has taken over, and hears what was clicked. */
  var endFirstView: (() => void) | undefined
}

/**
 * Shows the sign-in page of index.html before the panel is there. What is typed stays in its fields; what is clicked is kept until the panel
 * hears it, and Enter in a field is a click of the form's button: no form is ever sent by the browser itself.
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

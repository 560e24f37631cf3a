/** Fills in the people who are responsible for the document, from the customer's configuration (AUD-7). @param {unknown} config */
function fillIn(config) {
  for (const key of ['documentOwner', 'documentApprover']) {
    const cell = document.getElementById(key)
    const name = Reflect.get(Object(config), key)
    if (cell !== null && typeof name === 'string' && name.trim() !== '') cell.textContent = name
  }
}

fetch('/config.json')
  .then((response) => (response.ok ? response.json() : null))
  .then(fillIn, () => undefined)

// The theme of the panel (docs/theme-keys.md); without a choice, the theme of the system.
if (localStorage.getItem('darkMode') === 'true') document.documentElement.dataset.theme = 'dark'
if (localStorage.getItem('lightTheme') === 'true') document.documentElement.dataset.theme = 'light'

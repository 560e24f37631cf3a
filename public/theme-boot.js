// Runs before first paint, from a file of its own because the CSP forbids inline code.
document.documentElement.dataset.bsTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'

/** Addresses of the panel that lead to its sign-in page. */
export const startPaths = /^\/(?:index\.html)?$/i

/** Addresses of the sign-in page (SHELL-1). */
export const signInPaths = /^\/(?:login|pages\/custompages\/signin)\/?$/i

/** Addresses of the sign-in page (SHELL-1). */
export const signInPaths = /^\/(?:login|pages\/custompages\/signin)\/?$/i

/** Where the sign-in page is (SHELL-1). */
export const signInPaths = /^\/(?:login|pages\/custompages\/signin)\/?$/i

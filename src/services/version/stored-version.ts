/** Local storage key of the last served version (VER-1). */
export const storedVersionKey = 'frontend_version'

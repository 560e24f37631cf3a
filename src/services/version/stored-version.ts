/** Under what local storage keeps the version that was last served (VER-1). */
export const storedVersionKey = 'frontend_version'

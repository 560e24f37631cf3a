/** Local storage key of the last served version (VER-1). */
export const storedVersionKey = 'frontend_version'

/** Local storage key of the served version before that one: nodes of different versions answer in turn. */
export const earlierVersionKey = 'frontend_version_before'

/** Local storage key of the last versions whose offer a person accepted, one a line (VER-2). */
export const acceptedVersionKey = 'frontend_version_accepted'

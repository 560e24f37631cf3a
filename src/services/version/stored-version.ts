/** Local storage key of the last served version (VER-1). */
export const storedVersionKey = 'frontend_version'

/** Local storage key of the previously served version, because nodes of different versions may answer in turn. */
export const earlierVersionKey = 'frontend_version_before'

/** Local storage key of the last versions that a person accepted, one version per line (VER-2). */
export const acceptedVersionKey = 'frontend_version_accepted'

/** Version of this build, equal to the version in `/version.json`. */
declare const __PANEL_VERSION__: string

/** Release of this build, from package.json: `0.3.0`. */
declare const __PANEL_RELEASE__: string

/** Version of this build, the same as in `/version.json`. */
declare const __PANEL_VERSION__: string

/** Release of this build, as in package.json: `0.3.0`. */
declare const __PANEL_RELEASE__: string

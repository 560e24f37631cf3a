/** Version of this build, the same as in `/version.json`. */
declare const __PANEL_VERSION__: string

/** Version of this build, the same as in `/version.json`. */
declare const __PANEL_VERSION__: string
/** Addresses of Bootstrap's two stylesheets in this build (THM-4). */

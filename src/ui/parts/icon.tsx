/**
 * Makes an icon of 24 by 24 units in the colour and about the size of the text around it. A directed one points the other
 * way where text runs from right to left.
 * @param path all of it in one, as `d` of a `<path>`: a page has dozens of icons, and each element more costs whenever colours change
 */
export function icon(path: string, direction?: 'directed') {
  return () => (
    <svg
      className={direction === undefined ? 'icon' : 'icon is-directed'}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  )
}

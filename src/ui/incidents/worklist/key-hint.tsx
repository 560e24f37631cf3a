/** Shows the key of a button beside its name; assistive technology reads `aria-keyshortcuts` of the button instead. */
export function KeyHint({ of }: { of: string }) {
  return (
    <span className="key-hint" aria-hidden="true">
      {of.length === 1 ? of.toUpperCase() : of}
    </span>
  )
}

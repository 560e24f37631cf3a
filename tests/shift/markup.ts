/** An element of rendered markup. Tests read views by roles, labels, links and texts. */
export interface ReadElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: readonly (ReadElement | string)[]
  parent: ReadElement | null
}

/** The tones of the panel: confirmed, wrong, to be watched, or unknown. */
export type ToneOnScreen = 'ok' | 'bad' | 'warn' | 'neutral'

const tokens = /<!--.*?-->|<(\/?)([a-zA-Z][\w-]*)([^>]*)>|([^<]+)/gs
const attributePattern = /([^\s=/]+)(?:="([^"]*)")?/g
const voidNames = new Set(['br', 'hr', 'img', 'input', 'link', 'meta'])
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** Reads the markup that `renderToStaticMarkup` returns: every element is closed, every attribute is quoted. */
export function readMarkup(markup: string): ReadElement {
  const root = { name: '', attributes: {}, children: [] as (ReadElement | string)[], parent: null }
  let open: { name: string; children: (ReadElement | string)[]; parent: ReadElement | null } & ReadElement = root
  const parents = [root as typeof open]
  for (const [, slash, name, attributes = '', text] of markup.matchAll(tokens)) {
    if (text !== undefined) open.children.push(decoded(text))
    else if (name === undefined) continue
    else if (slash === '/') {
      parents.pop()
      open = parents.at(-1) ?? root
    } else {
      const element = { name, attributes: attributesIn(attributes), children: [], parent: open }
      open.children.push(element)
      if (voidNames.has(name)) continue
      parents.push(element)
      open = element
    }
  }
  return root
}

function attributesIn(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(attributePattern))
    attributes[name.toLowerCase()] = decoded(value)
  return attributes
}

function decoded(text: string): string {
  return text.replace(/&([#\w]+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** All elements below `root`, in the order of the document. */
export function elementsIn(root: ReadElement): readonly ReadElement[] {
  const known = elementsOf.get(root)
  if (known !== undefined) return known
  const all: ReadElement[] = []
  for (const child of root.children) if (typeof child !== 'string') all.push(child, ...elementsIn(child))
  elementsOf.set(root, all)
  return all
}

const elementsOf = new WeakMap<ReadElement, readonly ReadElement[]>()

/** The text of an element, with one space between its parts. */
export function textOf(element: ReadElement | undefined): string {
  return element === undefined ? '' : partsOf(element).join(' ').replace(/\s+/g, ' ').trim()
}

function partsOf(element: ReadElement): string[] {
  const parts: string[] = []
  let own = ''
  for (const child of element.children) {
    if (typeof child === 'string') own += child
    else {
      parts.push(own, ...partsOf(child))
      own = ''
    }
  }
  return [...parts, own]
}

/** The elements with this label: in `aria-label`, or at the start of the heading that labels the element. */
export function labelled(root: ReadElement, label: string): ReadElement[] {
  const all = elementsIn(root)
  return all.filter(({ attributes }) => {
    if (attributes['aria-label'] === label) return true
    const id = attributes['aria-labelledby']
    return id !== undefined && textOf(all.find((each) => each.attributes.id === id)).startsWith(label)
  })
}

/** The items of all lists below `root`. */
export function itemsIn(root: ReadElement): ReadElement[] {
  return elementsIn(root).filter(({ name }) => name === 'li')
}

/** The target of the first link of this kind: 'DISP-1' for `/devices/DISP-1`; undefined without such a link. */
export function linkedId(element: ReadElement, kind: 'devices' | 'condominiums' | 'incidents'): string | undefined {
  for (const { name, attributes } of elementsIn(element)) {
    const [, id] = new RegExp(`^/${kind}/([^/?#]+)(?:[?#]|$)`).exec(name === 'a' ? (attributes.href ?? '') : '') ?? []
    if (id !== undefined) return decodeURIComponent(id)
  }
  return undefined
}

/** The tone of an element: its own, or that of the nearest element around it; null without a tone. */
export function toneOf(element: ReadElement | null): ToneOnScreen | null {
  if (element === null) return null
  const [, tone] = /(?:^|\s)tone-(ok|bad|warn|neutral)(?:\s|$)/.exec(element.attributes.class ?? '') ?? []
  return (tone as ToneOnScreen | undefined) ?? toneOf(element.parent)
}

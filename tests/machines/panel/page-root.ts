/** The part of `<html>` that the theme changes, with a stylesheet link that loads immediately. */
export interface PageRoot {
  element: HTMLElement
  /** Everything that the theme changes on the page. */
  seen(): unknown
}

export function pageRoot(): PageRoot {
  const classes = new Set<string>()
  const variables = new Map<string, string>()
  const metas = [{ content: '' }, { content: '' }]
  const head: Link[] = []
  const document = {
    querySelectorAll: () => metas,
    querySelector: () => head.find(({ id }) => id === 'bootstrap') ?? null,
    createElement: () => new Link(head),
  }
  const bootstrap = new Link(head)
  Object.assign(bootstrap, { id: 'bootstrap', href: '/ltr.css', dataset: { ltr: '/ltr.css', rtl: '/rtl.css' } })
  head.push(bootstrap)
  const element = {
    ownerDocument: document,
    dataset: {} as Record<string, string>,
    dir: '',
    classList: { toggle: (name: string, isOn: boolean) => (isOn ? classes.add(name) : classes.delete(name)) },
    style: {
      setProperty: (name: string, value: string) => variables.set(name, value),
      removeProperty: (name: string) => variables.delete(name),
      [Symbol.iterator]: () => [...variables.keys()].values(),
    },
  }
  return {
    element: element as unknown as HTMLElement,
    seen: () => ({
      classes: [...classes].sort(),
      variables: Object.fromEntries([...variables].sort()),
      scheme: element.dataset.bsTheme,
      direction: element.dir,
      stylesheets: head.map(({ href, media }) => `${href} ${media}`.trim()),
      frame: metas.map(({ content }) => content),
    }),
  }
}

class Link {
  id = ''
  href = ''
  media = ''
  dataset: Record<string, string> = {}
  onload: () => void = () => {}
  readonly #head: Link[]

  constructor(head: Link[]) {
    this.#head = head
  }

  getAttribute(): string {
    return this.href
  }

  after(link: Link): void {
    this.#head.splice(this.#head.indexOf(this) + 1, 0, link)
    queueMicrotask(() => link.onload())
  }

  replaceWith(link: Link): void {
    this.#head.splice(this.#head.indexOf(this), 1, link)
  }

  setAttribute(): void {}

  remove(): void {
    if (this.#head.includes(this)) this.#head.splice(this.#head.indexOf(this), 1)
  }
}

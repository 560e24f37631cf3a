/**
 * Web storage in memory; `full` throws on writing like a full disk, `forbidden` on every access like a strict browser.
 */
export function memoryStorage(refusal?: 'full' | 'forbidden'): Storage {
  const items = new Map<string, string>()
  const guard = () => {
    if (refusal === 'forbidden') throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem(key) {
      guard()
      return items.get(key) ?? null
    },
    setItem(key, value) {
      guard()
      if (refusal === 'full') throw new DOMException('Quota exceeded.', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem(key) {
      guard()
      items.delete(key)
    },
    clear() {
      guard()
      items.clear()
    },
  }
}

/** A document that only has cookies and records how each cookie was written. */
export function stubDocument(): Document & { written: string[] } {
  const jar = new Map<string, string>()
  const written: string[] = []
  const stub = {
    written,
    location: { pathname: '/' },
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(line: string) {
      written.push(line)
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const ended = attributes.some(
        (attribute) =>
          attribute === 'max-age=0' ||
          (attribute.startsWith('expires=') && Date.parse(attribute.slice('expires='.length)) <= Date.now()),
      )
      if (ended) jar.delete(name)
      else jar.set(name, value)
    },
  }
  return stub as unknown as Document & { written: string[] }
}

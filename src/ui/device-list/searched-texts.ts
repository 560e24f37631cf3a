/** What is searched of some that follow one another, in one text: a word is found in it quicker than in each of them. */
export class TextPart {
  readonly #text: string
  /** Where what is searched of each ends. */
  readonly #ends: Uint32Array
  readonly #first: number

  /**
   * @param texts `each` of every one in turn
   * @param first the place of the first of them
   */
  constructor(texts: readonly string[], first: number, each = 1) {
    this.#ends = new Uint32Array(texts.length / each)
    this.#first = first
    let end = 0
    for (let index = 0; index < texts.length; index += 1) {
      // With the line break, which no word has.
      end += (texts[index]?.length ?? 0) + 1
      this.#ends[Math.floor(index / each)] = end
    }
    // Joined, not added: what is added up is put together by the first search.
    this.#text = texts.join('\n')
  }

  /** Puts a 1 at the place of each that has the word. */
  mark(word: string, found: Uint8Array): void {
    let next = 0
    for (let at = this.#text.indexOf(word); at !== -1; at = this.#text.indexOf(word, this.#ends[next - 1])) {
      while ((this.#ends[next] ?? this.#text.length) <= at) next += 1
      found[this.#first + next] = 1
      next += 1
    }
  }
}

/** Texts that many devices share: whether a word is in one of them is asked once for all. */
export class SharedTexts<Key> {
  readonly #numbers = new Map<Key, number>()
  readonly #texts: string[] = []
  #all: TextPart | undefined

  /** The number of the text that goes by a key. */
  numberOf(key: Key, textOf: (key: Key) => string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.#texts.length)
    this.#all = undefined
    return this.#texts.push(textOf(key)) - 1
  }

  text(number: number): string {
    return this.#texts[number] ?? ''
  }

  /** 1 at the number of each that has the word, else 0. */
  with(word: string): Uint8Array {
    this.#all ??= new TextPart(this.#texts, 0)
    const found = new Uint8Array(this.#texts.length)
    this.#all.mark(word, found)
    return found
  }
}

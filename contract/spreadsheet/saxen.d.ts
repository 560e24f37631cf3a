/** What the project uses of saxen, which brings no types. */
declare module 'saxen' {
  type Decode = (raw: string) => string

  export class Parser {
    on(
      name: 'openTag',
      heard: (element: string, attributes: () => Record<string, string>, decode: Decode, selfClosing: boolean) => void,
    ): this
    on(name: 'closeTag', heard: (element: string) => void): this
    on(name: 'text', heard: (raw: string, decode: Decode) => void): this
    /** Text that needs no decoding. */
    on(name: 'cdata', heard: (text: string) => void): this
    /** `<!DOCTYPE …>` and its like. */
    on(name: 'attention', heard: (declaration: string) => void): this
    /** Throws where the text is no well-formed XML, and whatever a listener throws. */
    parse(xml: string): void
  }
}

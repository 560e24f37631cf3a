/** The part of saxen's API that the project uses; saxen has no types. */
declare module 'saxen' {
  type Decode = (raw: string) => string

  export class Parser {
    on(
      name: 'openTag',
      listener: (
        element: string,
        attributes: () => Record<string, string>,
        decode: Decode,
        selfClosing: boolean,
      ) => void,
    ): this
    on(name: 'closeTag', listener: (element: string) => void): this
    on(name: 'text', listener: (raw: string, decode: Decode) => void): this
    /** Text that needs no decoding. */
    on(name: 'cdata', listener: (text: string) => void): this
    /** `<!DOCTYPE …>` and similar declarations. */
    on(name: 'attention', listener: (declaration: string) => void): this
    /** Throws if the text is not well-formed XML, and rethrows errors of listeners. */
    parse(xml: string): void
  }
}

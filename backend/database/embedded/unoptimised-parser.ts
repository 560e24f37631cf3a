import { setFlagsFromString } from 'node:v8'

/** Functions of a PGlite's WebAssembly module; `_raw_parser` is PostgreSQL's own, an export without a promise. */
export type ParserModule = {
  stackSave: () => number
  stackRestore: (pointer: number) => void
  stringToUTF8OnStack: (text: string) => number
  _pgl_startPGlite: () => void
  _raw_parser?: (text: number, mode: number) => number
}

/**
 * Keeps V8 from optimising PostgreSQL's parser, one function of 100 kB (OPS-6): its optimisation takes 500 MB for a second. V8 decides at the first
 * call of a function whether it may ever be optimised; so the parser is called here, for an empty text, while V8 may optimise nothing.
 */
export function leaveParserUnoptimised(module: ParserModule): void {
  const { _pgl_startPGlite: start, _raw_parser: parse } = module
  if (parse === undefined) return
  module._pgl_startPGlite = () => {
    start()
    const stack = module.stackSave()
    setFlagsFromString('--wasm-tier-up-filter=0')
    parse(module.stringToUTF8OnStack(''), 0)
    setFlagsFromString('--wasm-tier-up-filter=-1')
    module.stackRestore(stack)
  }
}

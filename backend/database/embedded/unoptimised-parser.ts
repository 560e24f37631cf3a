import { setFlagsFromString } from 'node:v8'

/**
 * Functions of PGlite's WebAssembly module. `_raw_parser` is PostgreSQL's parser; a later PGlite may not export the
 * parser.
 */
export type ParserModule = {
  stackSave: () => number
  stackRestore: (pointer: number) => void
  stringToUTF8OnStack: (text: string) => number
  _pgl_startPGlite: () => void
  _raw_parser?: (text: number, mode: number) => number
}

/**
 * Keeps V8 from optimising PostgreSQL's parser, one function of 100 kB: the optimisation takes 500 MB for a second
 * (OPS-6). V8 decides at the first call of a function whether it may ever optimise the function. So this code calls the
 * parser with an empty text while a flag forbids optimisation.
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

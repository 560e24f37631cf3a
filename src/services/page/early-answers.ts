type EarlyFile = '/config.json' | '/version.json'

declare global {
  /** What the boot script has asked for and nobody has taken yet. */
  var earlyAnswers: { [File in EarlyFile]?: Promise<Response> } | undefined
}

/** Asks for what the panel needs first, while its own code is still on the way. */
export function askEarly(): void {
  globalThis.earlyAnswers = { '/config.json': ask('/config.json'), '/version.json': ask('/version.json') }
  // Whoever takes an answer sees its failure; until then it is nobody's.
  for (const answer of Object.values(globalThis.earlyAnswers)) answer.catch(() => {})
}

/** What the boot script was answered, to whoever asks first; a file is asked for now where that came to nothing. Never from a cache. */
export function earlyAnswer(file: EarlyFile, signal?: AbortSignal): Promise<Response> {
  const early = globalThis.earlyAnswers?.[file]
  delete globalThis.earlyAnswers?.[file]
  return early?.catch(() => ask(file, signal)) ?? ask(file, signal)
}

function ask(file: EarlyFile, signal?: AbortSignal): Promise<Response> {
  return fetch(file, { cache: 'no-store', ...(signal && { signal }) })
}

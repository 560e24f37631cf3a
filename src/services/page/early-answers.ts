type EarlyFile = '/config.json' | '/version.json'

declare global {
  /** Requests of the boot script that are not consumed yet. */
  var earlyAnswers: { [File in EarlyFile]?: Promise<Response> } | undefined
}

/** Requests the panel's first files while the panel's own code is still loading. */
export function askEarly(): void {
  globalThis.earlyAnswers = { '/config.json': ask('/config.json'), '/version.json': ask('/version.json') }
  // Prevents unhandled rejections; the consumer of an answer still gets its failure.
  for (const answer of Object.values(globalThis.earlyAnswers)) answer.catch(() => {})
}

/** The boot script's answer, for the first caller only; otherwise fetches the file. Never from a cache. */
export function earlyAnswer(file: EarlyFile, signal?: AbortSignal): Promise<Response> {
  const early = globalThis.earlyAnswers?.[file]
  delete globalThis.earlyAnswers?.[file]
  return early?.catch(() => ask(file, signal)) ?? ask(file, signal)
}

function ask(file: EarlyFile, signal?: AbortSignal): Promise<Response> {
  return fetch(file, { cache: 'no-store', ...(signal && { signal }) })
}

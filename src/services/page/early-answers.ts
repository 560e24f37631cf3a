/** What the panel needs before anything else. */
const earlyFiles = ['/config.json', '/version.json'] as const

type EarlyFile = (typeof earlyFiles)[number]

declare global {
  /** What the boot script has asked for and nobody has taken yet. */
  var earlyAnswers: Map<EarlyFile, Promise<Response>> | undefined
}

/** Asks for what the panel needs first, while its own code is still on the way. */
export function askEarly(): void {
  globalThis.earlyAnswers = new Map(earlyFiles.map((file) => [file, ask(file)]))
  // Whoever takes an answer sees its failure; until then it is nobody's.
  for (const answer of globalThis.earlyAnswers.values()) answer.catch(() => {})
}

/** What the boot script was answered, to whoever asks first; a file is asked for now where that came to nothing. Never from a cache. */
export function earlyAnswer(file: EarlyFile, signal?: AbortSignal): Promise<Response> {
  const early = globalThis.earlyAnswers?.get(file)
  globalThis.earlyAnswers?.delete(file)
  return early?.catch(() => ask(file, signal)) ?? ask(file, signal)
}

function ask(file: EarlyFile, signal?: AbortSignal): Promise<Response> {
  return fetch(file, { cache: 'no-store', ...(signal && { signal }) })
}

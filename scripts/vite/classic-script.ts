import { build } from 'vite'

/** Bundles an entry into one script that is no module; `define` is Vite's own. */
export async function classicScript(entry: string, define: Record<string, string> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    define,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const [chunk] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (chunk?.type !== 'chunk') throw new Error(`nothing built of ${entry}`)
  return chunk.code
}

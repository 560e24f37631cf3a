import { fileURLToPath } from 'node:url'

export const testTimeZone = 'America/Sao_Paulo'

/** Cache of code compiled by Node.js, kept between processes: saves half a second for each worker and each backend. */
export const compileCache = fileURLToPath(new URL('../test-results/compile-cache', import.meta.url))

export const testVariables = {
  TZ: testTimeZone,
  NODE_COMPILE_CACHE: compileCache,
  // Large memory pages, if the kernel offers them on request: save a sixth of the service tests' time on a virtual machine.
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
}

const foreign = /^(GUARITA_|VITE_|DATABASE_URL$|PORT$)/

/**
 * Removes the variables of a user's shell that configure the backend and the panel.
 * @param {NodeJS.ProcessEnv} env is changed
 */
export function dropForeignVariables(env) {
  for (const name of Object.keys(env)) if (foreign.test(name)) delete env[name]
}

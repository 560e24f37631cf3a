import { fileURLToPath } from 'node:url'

/** The time zone of the tests. */
export const testTimeZone = 'America/Sao_Paulo'

/** Code that Node.js has compiled, kept between processes: half a second for each worker and each backend. */
export const compileCache = fileURLToPath(new URL('../test-results/compile-cache', import.meta.url))

/** Variables that tests and the processes started by tests need. */
export const testVariables = {
  TZ: testTimeZone,
  NODE_COMPILE_CACHE: compileCache,
  // Large memory pages, where the kernel gives them on request: a sixth of the services' tests on a virtual machine.
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

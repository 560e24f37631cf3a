const mebibyte = 1024 * 1024
/** Memory that a server with little data needs at most (docs/benchmarks.md). */
const neededMiB = { embedded: 400, postgres: 200 }

/**
 * Returns a warning for the start if less memory is free than the server may need: the system could kill the server
 * without a message (OPS-6).
 */
export function memoryWarning(engine: keyof typeof neededMiB, freeBytes: number): string | undefined {
  const free = Math.floor(freeBytes / mebibyte)
  if (free >= neededMiB[engine]) return undefined
  return `ATENÇÃO: há ${free} MB de memória livres para o Guarita, e ele pode precisar de ${neededMiB[engine]} MB. Se faltar memória, o sistema o encerra sem aviso. Dê mais memória à máquina ou ao contêiner.`
}

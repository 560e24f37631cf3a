const mebibyte = 1024 * 1024
/** Most memory of a server with little data, as docs/benchmarks.md has it. */
const neededMiB = { embedded: 400, postgres: 200 }

/** Text for the start of a server that the system could kill without a message, because less memory is free (OPS-6). */
export function memoryWarning(engine: keyof typeof neededMiB, freeBytes: number): string | undefined {
  const free = Math.floor(freeBytes / mebibyte)
  if (free >= neededMiB[engine]) return undefined
  return `ATENÇÃO: há ${free} MB de memória livres para o Guarita, e ele pode precisar de ${neededMiB[engine]} MB. Se faltar memória, o sistema o encerra sem aviso. Dê mais memória à máquina ou ao contêiner.`
}

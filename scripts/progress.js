const redrawEveryMs = 500
const repeatEveryMs = 10_000

/**
 * Runs a task and prints its title, its progress, and its duration. A terminal shows one line that changes; other
 * outputs get a line every ten seconds.
 * @template T
 * @param {string} title such as `Building the panel`
 * @param {() => Promise<T>} task
 * @param {() => string} [howFar] such as `120 of 467 packages`
 * @returns {Promise<T>}
 */
export async function withProgress(title, task, howFar) {
  const { stdout } = process
  const startedAt = Date.now()
  const line = () =>
    [`${title}…`, howFar?.(), `${Math.round((Date.now() - startedAt) / 1_000)} s`].filter(Boolean).join('  ')
  const show = () => stdout.write(stdout.isTTY ? `\r\x1b[K${line()}` : `${line()}\n`)
  stdout.write(stdout.isTTY ? `${title}…` : `${title}…\n`)
  const timer = setInterval(show, stdout.isTTY ? redrawEveryMs : repeatEveryMs)
  try {
    return await task()
  } finally {
    clearInterval(timer)
    stdout.write(`${stdout.isTTY ? '\r\x1b[K' : ''}${title}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s\n`)
  }
}

/** Runs tests that may fail for one shared reason: the first test reports a message, later tests with the same message are skipped. */
export function reportOnce() {
  const reported = new Set<string>()
  return async (run: () => Promise<void>, skip: (note: string) => void): Promise<void> => {
    try {
      await run()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (reported.has(message)) return skip(`fails as an earlier test does: ${message}`)
      reported.add(message)
      throw error
    }
  }
}

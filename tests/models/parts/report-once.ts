type Skip = (note: string) => void

/** Runs tests that may fail for one reason: the first test reports a message, later tests with it are skipped. */
export class ReportOnce {
  readonly #reported = new Set<string>()

  async run(test: () => Promise<void>, skip: Skip): Promise<void> {
    try {
      await test()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (this.#reported.has(message)) return skip(`fails as an earlier test does: ${message}`)
      this.#reported.add(message)
      throw error
    }
  }
}

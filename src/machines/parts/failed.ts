/** Names the action `logFailure` for an error event, with a message for the log (BOOT-3). */
export function failed(message: string) {
  return {
    type: 'logFailure',
    params: ({ event }: { event: { error: unknown } }) => ({ message, error: event.error }),
  } as const
}

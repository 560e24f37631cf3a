/** Makes an `onError` action: logs the error with this message (BOOT-3). */
export function failed(message: string) {
  return {
    type: 'logFailure',
    params: ({ event }: { event: { error: unknown } }) => ({ message, error: event.error }),
  } as const
}

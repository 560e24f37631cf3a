/** Whether this browser or server knows the time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('pt-BR', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

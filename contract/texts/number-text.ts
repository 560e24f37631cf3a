const whole = new Intl.NumberFormat('pt-BR')

/** Formats a whole number: '50.000'. */
export function numberText(count: number): string {
  return whole.format(count)
}

const whole = new Intl.NumberFormat('pt-BR')

/** Formats a whole number: '50.000'. */
export function numberText(count: number): string {
  return whole.format(count)
}

/** Counts devices: '1 dispositivo', '1.200 dispositivos'. */
export function devicesText(count: number): string {
  return count === 1 ? '1 dispositivo' : `${numberText(count)} dispositivos`
}

/** Counts condominiums: '1 condomínio', '1.200 condomínios'. */
export function condominiumsText(count: number): string {
  return count === 1 ? '1 condomínio' : `${numberText(count)} condomínios`
}

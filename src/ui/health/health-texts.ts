import { numberText } from '../../../contract/texts/number-text.ts'

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })

/** Formats the uptime of a service: '3 dias e 4 horas', '12 minutos'. */
export function uptimeText(uptimeS: number): string {
  const minutes = Math.floor(uptimeS / 60)
  const hours = Math.floor(minutes / 60)
  const days = Math.floor(hours / 24)
  if (days > 0) return joined(counted(days, 'dia'), hours % 24, 'hora')
  if (hours > 0) return joined(counted(hours, 'hora'), minutes % 60, 'minuto')
  return minutes === 0 ? 'menos de 1 minuto' : counted(minutes, 'minuto')
}

/** Formats bytes as '42,5 MB'; 'desconhecida' if null. */
export function bytesText(bytes: number | null): string {
  return bytes === null ? 'desconhecida' : `${decimal.format(bytes / 1_048_576)} MB`
}

/** Returns, for example, '120 de 3.000'. */
export function shareText(part: number, all: number): string {
  return `${numberText(part)} de ${numberText(all)}`
}

/** Number of connected panels; at least 1 if this panel is connected, because the server may have counted earlier. */
export function panelsText(counted: number | null, isThisConnected: boolean): string {
  return counted === null ? 'desconhecido' : numberText(Math.max(counted, isThisConnected ? 1 : 0))
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function joined(first: string, count: number, unit: string): string {
  return count === 0 ? first : `${first} e ${counted(count, unit)}`
}

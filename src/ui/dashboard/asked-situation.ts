import { numberText } from '../../../contract/texts/number-text.ts'
import { minutesText } from '../../../contract/texts/time-texts.ts'
import type { HealthDetails } from '../../../contract/wire/answers/devices/health.ts'

/** For a server that reports that its own clock seems to be wrong. */
export const wrongServerClock =
  'O relógio do servidor parece errado. Avise quem cuida do servidor. Nada antigo é apagado enquanto isso.'

export const unknownDevices = 'Não sabemos como estão os dispositivos'

/** Older checks count as unknown: three times the slowest server's time for a round of all devices (SCA-3). */
const oldestMs = 15 * 60_000

/** States that the server has stopped to check devices, or '' (LIVE-1); `serverNow` in ms since the epoch. */
export function stalledText(oldestCheckAt: string | null, serverNow: number): string {
  const oldest = Date.parse(oldestCheckAt ?? '')
  return serverNow - oldest > oldestMs ? `${unknownDevices}: há consultas paradas desde ${minutesText(oldest)}.` : ''
}

/** Describes the situation if no trouble is known: green only if every device answered (PAGE-1). */
export function askedSituation({ total, online, offline, inactive = 0 }: HealthDetails['devices']): {
  tone: 'ok' | 'neutral'
  text: string
} {
  const unasked = total - online - offline
  if (total === 0 && inactive === 1) return { tone: 'neutral', text: 'O único dispositivo está desativado.' }
  if (total === 0 && inactive > 0)
    return { tone: 'neutral', text: `Todos os ${numberText(inactive)} dispositivos estão desativados.` }
  if (total === 0) return { tone: 'neutral', text: 'Nenhum dispositivo em uso ainda.' }
  if (unasked === total) return { tone: 'neutral', text: 'Os dispositivos ainda não foram consultados.' }
  if (unasked === 1) return { tone: 'neutral', text: '1 dispositivo ainda não foi consultado. Os outros respondem.' }
  if (unasked > 0)
    return {
      tone: 'neutral',
      text: `${numberText(unasked)} dispositivos ainda não foram consultados. Os outros respondem.`,
    }
  return { tone: 'ok', text: 'Tudo responde.' }
}

import { failureText } from '../../../../contract/evidence/failure-texts.ts'
import { durationText, secondsText } from '../../../../contract/texts/time-texts.ts'
import type { DeviceResult } from '../../../machines/devices/calls/device-results.ts'

const names: Record<DeviceResult['outcome'], string> = {
  answered: 'Resposta',
  rejected: 'Resposta',
  failed: 'Falha',
  notAsked: 'Sem consulta',
}

/** Formats a call's result: 'Falha às 14:03:12, sem resposta a tempo, 90 s'. */
export function resultText({ outcome, at, detail, durationMs }: DeviceResult): string {
  const parts = [`${names[outcome]} às ${secondsText(at)}`, detail && failureText(detail), durationText(durationMs)]
  return parts.filter((part) => part !== '').join(', ')
}

/** Index that a key selects among `count` results; null if the key selects nothing. */
export function movedResult(key: string, current: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(current + 1, last)
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(current - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

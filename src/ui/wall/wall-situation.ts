import { andDeactivatedText } from '../../../contract/devices/deactivated-text.ts'
import { callingAmong, worstFirst } from '../../../contract/incidents/incident-order.ts'
import { condominiumsText, numberText } from '../../../contract/texts/number-text.ts'
import { secondsText } from '../../../contract/texts/time-texts.ts'
import type { WallView } from '../../../contract/wire/answers/wall.ts'
import type { ReadWall } from '../../machines/wall/wall.machine.ts'
import { askedSituation, stalledText, unknownDevices, wrongServerClock } from '../dashboard/asked-situation.ts'
import type { Tone } from '../dashboard/tone.ts'
import { incidentSentences } from '../incidents/incident-texts.ts'

/** Input for the wall's situation. Times in milliseconds since the epoch. */
export interface WallFacts {
  status: 'refused' | 'unheard' | 'stopped' | 'current'
  view: ReadWall | null
  /** Time of the last answer, or of the page load before the first, on this computer's clock. */
  heardAt: number
  serverNow: number
}

export interface WallSituation {
  tone: Tone
  text: string
  /** Additional sentences, or ''. */
  detail: string
}

const partial = 'Esta tela não conseguiu ler tudo o que o servidor enviou. Avise o suporte do sistema.'

/** Situation of the wall in one sentence (INC-8): claims only what the last answer confirms. */
export function wallSituation({ status, view, heardAt, serverNow }: WallFacts): WallSituation {
  if (status === 'refused')
    return {
      tone: 'neutral',
      text: 'Este link não vale mais.',
      detail: 'Faça outro no painel, em Perfil, e abra-o nesta tela.',
    }
  if (status === 'stopped')
    return {
      tone: 'warn',
      text: `Parado desde ${secondsText(heardAt)}: sem contato com o servidor.`,
      detail: `${unknownDevices} desde então. A tela tenta de novo sozinha.`,
    }
  if (view === null) return { tone: 'neutral', text: 'Consultando o servidor…', detail: '' }
  const { devices, oldestCheckAt, incidents } = view
  const detail = detailOf(view)
  const [wrong] = incidentSentences(worstFirst(incidents), serverNow, null)
  if (wrong !== undefined) return { tone: callingAmong(incidents).length > 0 ? 'bad' : 'warn', text: wrong, detail }
  const stalled = stalledText(oldestCheckAt, serverNow)
  if (stalled !== '') return { tone: 'neutral', text: stalled, detail }
  if (devices.offline > 0)
    return {
      tone: 'warn',
      text:
        devices.offline === 1
          ? '1 dispositivo sem contato.'
          : `${numberText(devices.offline)} dispositivos sem contato.`,
      detail,
    }
  if (view.isPartial === true) return { tone: 'warn', text: partial, detail: countsText(view) }
  if (view.isClockPlausible === false) return { tone: 'warn', text: wrongServerClock, detail: countsText(view) }
  return { ...askedSituation(devices), detail }
}

function detailOf(view: ReadWall): string {
  const warnings = [view.isPartial === true && partial, view.isClockPlausible === false && wrongServerClock]
  return [...warnings, countsText(view)].filter(Boolean).join(' ')
}

function countsText({ condominiums, devices: { total, online, inactive } }: WallView): string {
  return `${numberText(online)} de ${numberText(total)} dispositivos online${andDeactivatedText(inactive)}, em ${condominiumsText(condominiums)}.`
}

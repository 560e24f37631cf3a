import type { DeviceFault, SimulatedDevice } from '../../../../contract/wire/answers/devices/simulator.ts'
import { slowLimitsMs } from '../../../machines/inspector/simulator-rules.ts'
import type { SimulatorPhase } from './simulator-hooks.ts'

const mostMs = slowLimitsMs.most.toLocaleString('pt-BR')

/** Faults in the offered order, each with the device's behaviour (backend/README.md). */
export const faults = [
  { fault: 'up', name: 'Em ordem', effect: 'Age e responde.' },
  { fault: 'refuse', name: 'Recusa a conexão', effect: 'Não atende: a chamada falha na hora.' },
  { fault: 'hang', name: 'Não responde', effect: 'Atende e não faz nada: a chamada passa do prazo.' },
  { fault: 'slow', name: 'Lento', effect: 'Age na hora, mas responde só depois do tempo indicado.' },
  { fault: 'garbage', name: 'Resposta inválida', effect: 'Responde o que ninguém entende e não faz nada.' },
  {
    fault: 'late',
    name: 'Recebe tarde',
    effect: 'Recebe o comando só depois do tempo indicado, e então age e responde.',
  },
  { fault: 'mute', name: 'Resposta perdida', effect: 'Age, mas a resposta ao comando se perde.' },
  { fault: 'decline', name: 'Recusa o comando', effect: 'Responde que não aceita o comando e não faz nada.' },
] as const satisfies readonly { fault: DeviceFault; name: string; effect: string }[]

const faultNames: ReadonlyMap<DeviceFault, string> = new Map(faults.map(({ fault, name }) => [fault, name]))

export const faultName = (fault: DeviceFault) => faultNames.get(fault) ?? fault

export const texts = {
  about: 'Faz um dispositivo simulado falhar, para ver o painel reagir.',
  unnamed: 'Informe o código do dispositivo.',
  unknown: 'Nenhum dispositivo ao seu alcance tem este código.',
  delayHint: `De ${slowLimitsMs.least} a ${mostMs}. O prazo das chamadas é de 8 segundos, se o servidor não tiver outro.`,
  delay: `Informe um número inteiro de ${slowLimitsMs.least} a ${slowLimitsMs.most}, só com algarismos.`,
  unavailable:
    'Este servidor não tem dispositivos simulados: só o servidor embutido do Guarita tem. Não há nada a controlar aqui.',
} as const

/** Text of the live region; '' if the visible text has the same content. */
export function statusText(phase: SimulatorPhase, device: SimulatedDevice | null): string {
  if (phase === 'loading') return 'Consultando o dispositivo…'
  if (phase === 'unavailable') return texts.unavailable
  return phase === 'applied' && device !== null ? `Aplicado: ${faultName(device.fault)}.` : ''
}

/** Number of received requests; the server keeps the newest 50 only. */
export function receivedText({ received }: SimulatedDevice): string {
  if (received.length === 0) return 'nenhuma'
  return received.length >= 50 ? '50 ou mais' : String(received.length)
}

/** Number of executed commands of the last 7 days, by kind. */
export function actsText({ acted }: SimulatedDevice): string {
  const acts = [
    counted(acted.restart, 'reinício', 'reinícios'),
    counted(acted.activate, 'ativação', 'ativações'),
    counted(acted.deactivate, 'desativação', 'desativações'),
    counted(acted.remove, 'remoção', 'remoções'),
    counted(acted.open, 'abertura', 'aberturas'),
  ].filter((act) => act !== '')
  return acts.length === 0 ? 'nada' : acts.join(', ')
}

function counted(count: number, one: string, many: string): string {
  if (count === 0) return ''
  return `${count} ${count === 1 ? one : many}`
}

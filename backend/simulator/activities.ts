import type { ActivityKind } from '../../contract/wire/answers/events.ts'

const shares: [ActivityKind, number][] = [
  ['access-granted', 70],
  ['intercom', 14],
  ['access-denied', 9],
  ['door-forced', 1],
  ['gate-held-open', 1],
]

const descriptions: Record<ActivityKind, string[]> = {
  'access-granted': [
    'Acesso liberado por tag',
    'Acesso liberado por biometria',
    'Acesso liberado por senha',
    'Acesso liberado pela portaria',
    'Entrada de veículo autorizada',
    'Entrega recebida e registrada',
    'Prestador de serviço liberado',
  ],
  'access-denied': [
    'Acesso negado: tag não cadastrada',
    'Acesso negado: fora do horário',
    'Acesso negado: senha incorreta',
  ],
  'door-forced': ['Porta aberta sem autorização'],
  'gate-held-open': ['Portão mantido aberto além do tempo'],
  'device-down': ['Deixou de responder'],
  'device-up': ['Comunicação com o dispositivo restabelecida'],
  intercom: ['Chamada de interfone atendida', 'Chamada de interfone sem resposta'],
}

/** Picks a kind with realistic frequency, never a device that goes down or recovers. `random` is in [0, 1). */
export function pickKind(random: () => number = Math.random): ActivityKind {
  let left = random() * shares.reduce((total, [, share]) => total + share, 0)
  for (const [kind, share] of shares) {
    left -= share
    if (left < 0) return kind
  }
  return 'access-granted'
}

/** Text of the event for a person (pt-BR); names the device, never a resident. */
export function describeActivity(kind: ActivityKind, deviceName: string, random: () => number = Math.random): string {
  const texts = descriptions[kind]
  return `${texts[Math.floor(random() * texts.length)] ?? kind} · ${deviceName}`
}

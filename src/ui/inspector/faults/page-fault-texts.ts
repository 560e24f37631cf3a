import type { PageFaults } from '../../../inspector/faults/page-faults.ts'

type Name = keyof PageFaults

interface Choice<Value> {
  value: NonNullable<Value>
  name: string
}

/** The parts of the panel's surroundings that can fail, with their faults in the offered order. */
export const pageFaultChoices: {
  readonly [Part in Name]: { label: string; faults: readonly Choice<PageFaults[Part]>[] }
} = {
  server: {
    label: 'Servidor',
    faults: [
      { value: 'unavailable', name: 'Responde 503' },
      { value: 'hangs', name: 'Não responde' },
      { value: 'cut', name: 'Conexão cortada' },
      { value: 'otherVersion', name: 'Serve outra versão' },
    ],
  },
  socket: {
    label: 'Socket',
    faults: [
      { value: 'namespaceRefused', name: 'Namespace recusado' },
      { value: 'swallowed', name: 'WebSocket abre e nada passa' },
    ],
  },
  push: {
    label: 'Push',
    faults: [
      { value: 'tokenRefused', name: 'Token recusado' },
      { value: 'noToken', name: 'Resposta sem token' },
      { value: 'unsupported', name: 'Navegador sem suporte' },
    ],
  },
  clock: {
    label: 'Relógio',
    faults: [
      { value: '31', name: '31 min adiantado' },
      { value: '56', name: '56 min adiantado' },
      { value: '61', name: '61 min adiantado' },
      { value: '120', name: '2 h adiantado' },
    ],
  },
}

/** The fault with this value; null without a fault. */
export function pageFaultOf<Part extends Name>(part: Part, value: unknown): PageFaults[Part] | null {
  return pageFaultChoices[part].faults.find((choice) => choice.value === value)?.value ?? null
}

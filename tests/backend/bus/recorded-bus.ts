import type { Bus } from '../../../backend/bus/bus.ts'
import type { BusMessage } from '../../../backend/bus/bus-message.ts'

/** Lets the bus listen. Resolves to the list to which its messages and changes of its connection are added, in their order. */
export async function recordBus(bus: Bus): Promise<(BusMessage | 'lost' | 'resumed' | 'missed')[]> {
  const received: (BusMessage | 'lost' | 'resumed' | 'missed')[] = []
  await bus.listen({
    onMessage: (message) => received.push(message),
    onLost: () => received.push('lost'),
    onResumed: () => received.push('resumed'),
    onMissed: () => received.push('missed'),
  })
  return received
}

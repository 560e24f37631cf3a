import { expect, onTestFinished, test, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import {
  type Endpoint,
  type FirstTransport,
  type SocketEvent,
  socketMachine,
} from '../../../src/machines/socket/socket.machine.ts'

test('a thousand panels that lose one server do not all reconnect within one second (LIVE-2)', async () => {
  vi.useFakeTimers({ now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  const attemptsOfSecond = new Map<number, number>()
  const links = new Set<(event: SocketEvent) => void>()
  let isUp = true
  const machine = socketMachine.provide({
    actors: {
      link: fromCallback<SocketEvent, { endpoint: Endpoint; transport: FirstTransport }>(({ sendBack }) => {
        const second = Math.floor(Date.now() / 1_000)
        attemptsOfSecond.set(second, (attemptsOfSecond.get(second) ?? 0) + 1)
        links.add(sendBack)
        sendBack(isUp ? { type: 'link.up' } : { type: 'link.refused', refusal: 'unreachable', token: null })
        return () => links.delete(sendBack)
      }),
    },
    guards: { isSeen: () => true },
  })
  const panels = Array.from({ length: 1_000 }, () => {
    // Each panel has its own actor system, as in a browser. In a shared system, XState scans the timers of all panels.
    const parent = createActor(fromCallback(() => {}))
    return createActor(machine, { parent, input: { namespace: '' } }).start()
  })
  await vi.advanceTimersByTimeAsync(1_000)
  isUp = false
  for (const send of [...links]) send({ type: 'link.lost' })
  await vi.advanceTimersByTimeAsync(45_000)
  expect(panels.every((panel) => panel.getSnapshot().hasTag('failed'))).toBe(true)
  attemptsOfSecond.clear()
  isUp = true
  await vi.advanceTimersByTimeAsync(80_000)
  expect(panels.every((panel) => panel.getSnapshot().hasTag('connected'))).toBe(true)
  expect(Math.max(...attemptsOfSecond.values())).toBeLessThan(100)
})

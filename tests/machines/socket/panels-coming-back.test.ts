import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { type Endpoint, type SocketEvent, socketMachine } from '../../../src/machines/socket/socket.machine.ts'
import { StepClock } from '../../models/parts/step-clock.ts'

test('a thousand panels that lose one server do not come back in one second (LIVE-2)', async () => {
  const clock = new StepClock(0)
  const attemptsOfSecond = new Map<number, number>()
  const links = new Set<(event: SocketEvent) => void>()
  let isUp = true
  const settle = async () => {}
  const machine = socketMachine.provide({
    actors: {
      link: fromCallback<SocketEvent, { endpoint: Endpoint }>(({ sendBack }) => {
        const second = Math.floor(clock.now() / 1_000)
        attemptsOfSecond.set(second, (attemptsOfSecond.get(second) ?? 0) + 1)
        links.add(sendBack)
        sendBack(isUp ? { type: 'link.up' } : { type: 'link.refused', refusal: 'unreachable', token: null })
        return () => links.delete(sendBack)
      }),
    },
    guards: { isSeen: () => true },
  })
  const parent = createActor(
    fromCallback(() => {}),
    { clock },
  )
  const panels = Array.from({ length: 1_000 }, () =>
    createActor(machine, { clock, parent, input: { namespace: '' } }).start(),
  )
  await clock.advance(1_000, settle)
  isUp = false
  for (const tell of [...links]) tell({ type: 'link.lost' })
  await clock.advance(45_000, settle)
  expect(panels.every((panel) => panel.getSnapshot().hasTag('failed'))).toBe(true)
  attemptsOfSecond.clear()
  isUp = true
  await clock.advance(80_000, settle)
  expect(panels.every((panel) => panel.getSnapshot().hasTag('connected'))).toBe(true)
  expect(Math.max(...attemptsOfSecond.values())).toBeLessThan(100)
})

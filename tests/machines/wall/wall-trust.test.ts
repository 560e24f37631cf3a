import { expect, it } from 'vitest'
import { wallMachine } from '../../../src/machines/wall/wall.machine.ts'
import { runAsRoot } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { views } from '../../models/wall/wall.model.ts'

const minute = 60_000

it.each([
  ['slept for ten minutes, its timers with it', 10 * minute],
  ['has its clock set back', -10 * minute],
])('claims nothing from the next beat on where the computer %s (INC-8)', async (_, ms) => {
  const standIns = new StandIns()
  const load = standIns.promise<typeof views.calm, undefined>('load')
  const wall = runAsRoot(wallMachine.provide({ actors: { load } }), { input: { isSoundWanted: false }, standIns })
  standIns.resolve('load', views.calm)
  await wall.settle()
  expect(wall.snapshot().value.trust).toBe('current')
  wall.clock.sleep(ms)
  await wall.advance(1_000)
  expect(wall.snapshot().value.trust).toBe('stopped')
  wall.stop()
})

import { expect, it } from 'vitest'
import { wallMachine } from '../../../src/machines/wall/wall.machine.ts'
import { runAsRoot } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { views } from '../../models/wall/wall.model.ts'

const minute = 60_000

it.each([
  ['slept for ten minutes together with its timers', 10 * minute],
  ['had its clock set back', -10 * minute],
])('the wall marks its data as not current from the next tick after the computer %s (INC-8)', async (_, ms) => {
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

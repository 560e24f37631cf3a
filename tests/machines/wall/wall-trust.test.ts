import { expect, it } from 'vitest'
import { wallMachine } from '../../../src/machines/wall/wall.machine.ts'
import { epoch, runAsRoot } from '../../models/parts/production-actor.ts'
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

it('the wall still shows its data as current after the clock was set back to the time of the answer (INC-8)', async () => {
  const standIns = new StandIns()
  const load = standIns.promise<typeof views.calm, undefined>('load')
  const wall = runAsRoot(wallMachine.provide({ actors: { load } }), { input: { isSoundWanted: false }, standIns })
  standIns.resolve('load', views.calm)
  await wall.settle()
  wall.clock.sleep(-1_000)
  await wall.advance(1_000)
  expect(wall.snapshot().context).toMatchObject({ heardAt: epoch, beatAt: epoch })
  expect(wall.snapshot().value.trust).toBe('current')
  wall.stop()
})

it('the wall asks every 30 minutes whether the server has another version of the page (INC-8)', async () => {
  const standIns = new StandIns()
  const actors = {
    load: standIns.promise<typeof views.calm, undefined>('load'),
    isOutdated: standIns.promise<boolean, undefined>('isOutdated'),
  }
  const wall = runAsRoot(wallMachine.provide({ actors }), { input: { isSoundWanted: false }, standIns })
  await wall.advance(30 * minute - 1)
  expect(standIns.open).not.toContain('isOutdated')
  await wall.advance(1)
  expect(standIns.open).toContain('isOutdated')
  wall.stop()
})

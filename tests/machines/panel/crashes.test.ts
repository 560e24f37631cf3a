import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { ActorId } from '../../../src/machines/panel/panel.machine.ts'
import { actorIds, condominium, type Replace, startRealPanel, startSignedInPanel } from './real-panel.ts'

const batch = { type: 'link.batch', condominiumIds: ['c1'], activities: [] }

/** Makes the child throw at its first `times` starts. */
function throwingAtStart(id: ActorId, times: number): Replace {
  let left = times
  return (each, machine) => {
    if (each !== id) return machine
    const getInitialSnapshot: AnyStateMachine['getInitialSnapshot'] = (...args) => {
      left -= 1
      if (left >= 0) throw new Error(`crash of ${id} at its start`)
      return machine.getInitialSnapshot(...args)
    }
    return Object.create(machine, { getInitialSnapshot: { value: getInitialSnapshot } })
  }
}

/** Crashes the child of a signed-in panel; `before` are the children before the crash. */
async function crashOf(id: ActorId) {
  const panel = await startSignedInPanel()
  await panel.advance(3_000)
  const before = panel.children()
  const { length } = panel.standIns.journal
  panel.crash(id)
  const crashed = {
    before,
    after: panel.children(),
    child: panel.child(id)?.getSnapshot(),
    open: panel.openOf(id),
    asked: panel.askedBy(id, length),
    log: panel.crashLog(),
    isSignedIn: panel.snapshot().hasTag('signedIn'),
    crashes: panel.crashes,
  }
  panel.stop()
  return crashed
}

describe.each(actorIds)('when %s crashes', (id) => {
  let crashing: ReturnType<typeof crashOf> | undefined
  const crashed = () => {
    crashing ??= crashOf(id)
    return crashing
  }

  test('the crash is logged once, and the child runs again under the same id', async () => {
    const { before, after, child, log } = await crashed()
    expect(log).toEqual([`does logCrash "${id}"`])
    expect(after[id]).not.toBe(before[id])
    expect(after[id]?.id).toBe(id)
    expect(child?.status).toBe('active')
  })

  test('only the services that the new child started are open', async () => {
    const { open, asked } = await crashed()
    expect(open).toEqual(asked)
  })

  test('the other children and the panel keep running', async () => {
    const { before, after, isSignedIn, crashes } = await crashed()
    const { [id]: _before, ...others } = before
    for (const [other, ref] of Object.entries(others)) expect([other, after[other] === ref]).toEqual([other, true])
    expect(isSignedIn).toBe(true)
    expect(crashes).toEqual([])
  })

  test('if the child crashes at its start, it is started again', async () => {
    const panel = await startSignedInPanel(throwingAtStart(id, 1))
    expect(panel.crashLog()).toEqual([`does logCrash "${id}"`])
    expect(panel.child(id)?.getSnapshot().status).toBe('active')
    expect(panel.snapshot().hasTag('signedIn')).toBe(true)
    panel.stop()
  })
})

describe('a child that crashes repeatedly (BOOT-4)', () => {
  test.each(['connectivity', 'version', 'session'] as const)(
    'is started four times if it crashes at its start: %s',
    (id) => {
      const panel = startRealPanel(throwingAtStart(id, Number.POSITIVE_INFINITY))
      expect(panel.snapshot().value).toBe('crashed')
      expect(panel.crashLog()).toHaveLength(4)
      expect(panel.crashes).toEqual([])
      panel.stop()
    },
  )

  test('is restarted at most 3 times a minute; at the next crash the panel ends as crashed and closes all services', async () => {
    const panel = await startSignedInPanel()
    for (let restart = 1; restart <= 3; restart++) {
      panel.crash('activity')
      expect(panel.child('activity')?.getSnapshot().status).toBe('active')
    }
    panel.crash('activity')
    expect(panel.snapshot().value).toBe('crashed')
    expect(panel.standIns.open).toEqual([])
    expect(Object.values(panel.children())).toEqual(actorIds.map(() => undefined))
    panel.stop()
  })

  test('leaves the error of the last crash for the error page', async () => {
    const panel = await startSignedInPanel()
    for (let time = 1; time <= 4; time++) panel.crash('activity')
    expect(panel.snapshot().context.crash).toEqual(new Error('crash of activity'))
    panel.stop()
  })

  test('is always restarted if its crashes are spread over more than a minute', async () => {
    const panel = await startSignedInPanel()
    for (let time = 1; time <= 10; time++) {
      panel.crash('activity')
      await panel.advance(20_001)
    }
    expect(panel.snapshot().hasTag('signedIn')).toBe(true)
    expect(panel.crashLog()).toHaveLength(10)
    panel.stop()
  })

  test('does not use up the restarts of another child', async () => {
    const panel = await startSignedInPanel()
    for (const id of ['condominiums', 'activity', 'condominiums', 'activity', 'condominiums', 'activity'] as const)
      panel.crash(id)
    expect(panel.snapshot().hasTag('signedIn')).toBe(true)
    panel.stop()
  })
})

test('the restarted event feed loads the events of the selected condominium', async () => {
  const panel = await startSignedInPanel()
  panel.crash('eventFeed')
  expect(panel.standIns.inputOf('eventFeed.loadHistory')).toMatchObject({ condominiumId: condominium.id })
  panel.stop()
})

test('pending calls of a crashed child are aborted', async () => {
  const panel = await startSignedInPanel()
  await panel.advance(3_000)
  expect(panel.openOf('activity')).toEqual(['activity.loadLastEvents', 'activity.loadPortTests'])
  panel.crash('activity')
  expect(panel.openOf('activity')).toEqual([])
  panel.stop()
})

test('an effect that throws crashes its child', async () => {
  const panel = await startSignedInPanel()
  panel.standIns.breakDown('activity.broadcast')
  panel.standIns.sendBack('socket.link', batch)
  expect(panel.crashLog()).toEqual(['does logCrash "activity"'])
  expect(panel.snapshot().context.crash).toEqual(new Error('crash of activity.broadcast'))
  panel.stop()
})

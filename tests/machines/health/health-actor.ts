import type { Activity } from '../../../contract/wire/answers/events.ts'
import { healthMachine } from '../../../src/machines/health/health.machine.ts'
import type { Coverage } from '../../models/parts/coverage.ts'
import { runUnderRecorder } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'

/** Answer of a health check. */
export const found = {
  overview: { status: 'ok', uptimeS: 60, version: '1' },
  stats: {
    ...{ totalRequests: 9, successfulRequests: 8, failedRequests: 1, averageResponseTime: 12 },
    perDevice: [{ wordCode: 'A', online: true, latencyMs: 7 }],
  },
  details: {
    ...{ status: 'ok', devices: { total: 1, online: 1, offline: 0 }, db: { ok: true, latencyMs: 1 } },
    ...{ sockets: 1, memoryUsage: null },
  },
  place: null,
}

export function metricsOf(totalRequests: number) {
  return {
    ...{ totalRequests, successfulRequests: totalRequests, failedRequests: 0, averageResponseTime: 5 },
    ...{ lastCleanup: null, memoryUsage: null },
  }
}

/** Starts the production health with stand-ins; hidden until `page.shown` unless `isSeen`. */
export function startHealth(coverage: Coverage, condominiumId: string | null = 'c1', isSeen = false) {
  const standIns = new StandIns()
  const machine = healthMachine.provide({
    actors: {
      check: standIns.promise('check'),
      pingDevices: standIns.callback('pingDevices'),
      cleanup: standIns.promise('cleanup'),
      ownCalls: standIns.callback('ownCalls'),
    },
    guards: { isSeen: () => isSeen },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  const health = runUnderRecorder(coverage.watch(machine), {
    standIns,
    input: { condominiumId },
    inspect: coverage.inspect,
  })
  return {
    ...health,
    show: () => health.send({ type: 'page.shown' }),
    hide: () => health.send({ type: 'page.hidden' }),
    /** Sends an event of this kind over the socket. */
    brings: (kind: Activity['kind']) => {
      const activity = {
        id: 'e1',
        condominiumId: 'c1',
        wordCode: 'A',
        deviceName: '',
        ip: '',
        kind,
        description: '',
        at: '',
      }
      health.send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [activity] })
    },
    pings: (...wordCodes: string[]) => {
      for (const wordCode of wordCodes)
        standIns.sendBack('pingDevices', { type: 'ping.answered', wordCode, health: null } as never)
    },
    pinged: () => [...health.snapshot().context.pings.keys()],
    counts: (totalRequests: number) =>
      standIns.sendBack('ownCalls', { type: 'calls.counted', metrics: metricsOf(totalRequests) } as never),
    pingsEnd: () => standIns.sendBack('pingDevices', { type: 'pings.done' }),
  }
}

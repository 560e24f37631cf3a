import type { AnyActorRef } from 'xstate'
import { now } from './clock.ts'

/** The server's time in milliseconds since the epoch: for the age of times that the server recorded (LIVE-10). */
export function serverNow({ system }: Pick<AnyActorRef, 'system'>): number {
  const clock: object = system._clock
  return 'serverNow' in clock && typeof clock.serverNow === 'function' ? Number(clock.serverNow()) : now({ system })
}

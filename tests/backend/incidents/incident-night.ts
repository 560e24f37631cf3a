import { expect } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceFault } from '../../../contract/wire/answers/devices/simulator.ts'
import type { IncidentStory } from '../../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { SignedIn } from '../parts/embedded-backend.ts'
import { setFault } from '../parts/simulated-device.ts'

/** A backend with simulated devices; the test moves its clock. */
export type IncidentNight = {
  /** Advances the clock, and makes the incidents of everything that has happened. */
  advance(ms: number): Promise<void>
  /** Gives the devices this fault, and makes the server check each of them. */
  devices(wordCodes: readonly string[], fault: DeviceFault): Promise<void>
  /** Makes the server check each device. */
  check(wordCodes: readonly string[]): Promise<void>
  /** Open and recently resolved incidents that this person may see. */
  open(who?: SignedIn): Promise<Incident[]>
  /** The only open incident; fails if there is another one. */
  onlyIncident(who?: SignedIn): Promise<Incident>
  story(id: string, who?: SignedIn): Promise<IncidentStory>
  act(who: SignedIn, id: string, body: object): Promise<{ status: number; body: Incident & { message?: string } }>
  /** The devices of a condominium with their addresses. */
  devicesAt(condominiumId: string): Promise<Device[]>
}

export function incidentNight(backend: Backend, admin: SignedIn, clock: { now: number }): IncidentNight {
  const night: IncidentNight = {
    async advance(ms) {
      clock.now += ms
      await backend.makeIncidents()
    },
    async devices(wordCodes, fault) {
      for (const wordCode of wordCodes) await setFault(admin, wordCode, fault)
      await night.check(wordCodes)
    },
    async check(wordCodes) {
      // The server repeats the result of a check for two seconds.
      clock.now += 2_001
      await Promise.all(wordCodes.map((wordCode) => admin.call(`/rest/api/health/device/${wordCode}`)))
      await backend.makeIncidents()
    },
    async open(who = admin) {
      const answer = await who.call('/rest/incidents/open')
      expect(answer.status).toBe(200)
      return (await answer.json()).result
    },
    async onlyIncident(who) {
      const [incident, ...others] = await night.open(who)
      expect(others).toEqual([])
      if (incident === undefined) throw new Error('there is no incident')
      return incident
    },
    async story(id, who = admin) {
      const answer = await who.call(`/rest/incidents/${id}`)
      expect(answer.status).toBe(200)
      return answer.json()
    },
    async act(who, id, body) {
      const answer = await who.call(`/rest/incidents/${id}/deeds`, { method: 'POST', body })
      return { status: answer.status, body: await answer.json() }
    },
    async devicesAt(condominiumId) {
      const answer = await admin.call(`/device-control/device?condominiumId=${condominiumId}`)
      return (await answer.json()).result
    },
  }
  return night
}

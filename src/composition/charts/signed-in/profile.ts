import { profileMachine } from '../../../machines/profile/profile.machine.ts'
import { lateCode } from '../../../ui/parts/loading/late-code.ts'
import { lateChart } from '../../late-chart.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

const lateParts = lateCode(() => import('../../children/profile-parts.ts'))

/** Loads the machines of the profile page; the page loads them ahead. */
export const importProfileParts = lateParts.load

/** Provides the machines of the profile page. */
export function profile(neighbours: Neighbours) {
  return profileMachine.provide({
    actors: {
      password: lateChart(lateParts, (code) => code.password(neighbours)),
      mySessions: lateChart(lateParts, (code) => code.mySessions(neighbours)),
      wallLinks: lateChart(lateParts, (code) => code.wallLinks(neighbours)),
      secondFactor: lateChart(lateParts, (code) => code.secondFactor(neighbours)),
    },
    actions: { logFailure: logTo(neighbours.log) },
  })
}

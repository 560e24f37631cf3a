import { fromPromise } from 'xstate'
import { mySessionsMachine } from '../../../machines/profile/my-sessions.machine.ts'
import { passwordMachine } from '../../../machines/profile/password.machine.ts'
import { profileMachine } from '../../../machines/profile/profile.machine.ts'
import { wallLinksMachine } from '../../../machines/profile/wall-links.machine.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { lateCode } from '../../../ui/parts/loading/late-code.ts'
import { lateChart } from '../../late-chart.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Fetched with the page, so it is loaded when a chart calls it. */
const importCalls = () => import('../../../services/profile/profile-api.ts')

const lateProof = lateCode(() => import('../../children/proof.ts'))

/** Loads the module that asks for the password; only the profile page needs it. */
export const importProof = lateProof.load

const lateSecondFactor = lateCode(() => import('../../children/second-factor.ts'))

/** Loads the module of the second factor; only the profile page needs it. */
export const importSecondFactor = lateSecondFactor.load

/** Provides the services of the profile page. */
export function profile(neighbours: Neighbours) {
  return profileMachine.provide({
    actors: { secondFactor: lateChart(lateSecondFactor, (code) => code.secondFactor(neighbours)) },
    actions: { logFailure: logTo(neighbours.log) },
  })
}

/** Provides the password change with the server's calls. */
export function password({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return passwordMachine.provide({
    actors: {
      changePassword: fromPromise(async ({ input, signal }) =>
        (await importCalls()).changePassword(call, input, signal),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the person's other sessions with the server's calls. */
export function mySessions({ http, log }: Neighbours) {
  const call = createCall(http, log)
  return mySessionsMachine.provide({
    actors: {
      loadSessions: fromPromise(async ({ signal }) => (await importCalls()).loadOwnSessions(call, signal)),
      endSession: fromPromise(async ({ input, signal }) => (await importCalls()).endSession(call, input.id, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the person's wall links with the server's calls. */
export function wallLinks(neighbours: Neighbours) {
  const { http, log } = neighbours
  const call = createCall(http, log)
  return wallLinksMachine.provide({
    actors: {
      loadLinks: fromPromise(async ({ signal }) => (await importCalls()).loadWallLinks(call, signal)),
      make: fromPromise(async ({ input, signal }) =>
        (await importCalls()).makeWallLink((await importProof()).provenCall(neighbours), input.name, signal),
      ),
      proof: lateChart(lateProof, (code) => code.proof(neighbours)),
      revoke: fromPromise(async ({ input, signal }) => (await importCalls()).revokeWallLink(call, input.id, signal)),
    },
    actions: { logFailure: logTo(log) },
  })
}

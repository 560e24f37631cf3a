import { setup } from 'xstate'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, machineNotProvided } from '../parts/not-provided.ts'
import type { secondFactorMachine } from './second-factor.machine.ts'

/**
 * Starts the machine of the second factor when the user first opens the profile page, because the page loads its module
 * (SES-12).
 */
export const profileMachine = setup({
  types: {} as { events: { type: 'profile.opened' }; children: { secondFactor: 'secondFactor' } },
  actors: { secondFactor: machineNotProvided<typeof secondFactorMachine>() },
  actions: { logFailure: effectNotProvided<{ message: string; error: unknown }>('profile.logFailure') },
}).createMachine({
  id: 'profile',
  meta: { requirements: ['SES-12'] },
  initial: 'closed',
  states: {
    closed: { on: { 'profile.opened': 'open' } },
    open: {
      description: 'The second factor stays after the page is left: it may show recovery codes, which come only once.',
      invoke: {
        id: 'secondFactor',
        src: 'secondFactor',
        onError: { target: 'closed', actions: failed('A verificação em duas etapas falhou.') },
      },
    },
  },
})

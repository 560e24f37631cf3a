import { setup } from 'xstate'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, machineNotProvided } from '../parts/not-provided.ts'
import type { mySessionsMachine } from './my-sessions.machine.ts'
import type { passwordMachine } from './password.machine.ts'
import type { secondFactorMachine } from './second-factor.machine.ts'
import type { wallLinksMachine } from './wall-links.machine.ts'

type ProfilePart = 'password' | 'mySessions' | 'wallLinks' | 'secondFactor'

const part = <Id extends ProfilePart>(id: Id) => ({
  id,
  src: id,
  onError: { target: 'closed', actions: failed('Uma parte da página de perfil falhou.') } as const,
})

/** Starts the machines of the profile page when the user first opens the page, because the page loads their modules. */
export const profileMachine = setup({
  types: {} as { events: { type: 'profile.opened' }; children: { [Id in ProfilePart]: Id } },
  actors: {
    password: machineNotProvided<typeof passwordMachine>(),
    mySessions: machineNotProvided<typeof mySessionsMachine>(),
    wallLinks: machineNotProvided<typeof wallLinksMachine>(),
    secondFactor: machineNotProvided<typeof secondFactorMachine>(),
  },
  actions: { logFailure: effectNotProvided<{ message: string; error: unknown }>('profile.logFailure') },
}).createMachine({
  id: 'profile',
  meta: { requirements: ['SHELL-5', 'SES-12', 'INC-8'] },
  initial: 'closed',
  states: {
    closed: { on: { 'profile.opened': 'open' } },
    open: {
      description: 'The second factor stays after the page is left: it may show recovery codes, which come only once.',
      invoke: [part('password'), part('mySessions'), part('wallLinks'), part('secondFactor')],
    },
  },
})

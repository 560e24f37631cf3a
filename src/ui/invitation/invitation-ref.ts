import type { ActorRefFrom } from 'xstate'
import type { invitationMachine } from '../../machines/invitation/invitation.machine.ts'

export type InvitationRef = ActorRefFrom<typeof invitationMachine>

import type { ActorRefFrom } from 'xstate'
import type { invitationMachine } from '../../machines/invitation/invitation.machine.ts'

/** The flow of the link that this page was opened with. */
export type InvitationRef = ActorRefFrom<typeof invitationMachine>

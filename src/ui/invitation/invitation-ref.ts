import type { ActorRefFrom } from 'xstate'
import type { invitationMachine } from '../../machines/invitation/invitation.machine.ts'

/** Actor of the link that opened this page. */
export type InvitationRef = ActorRefFrom<typeof invitationMachine>

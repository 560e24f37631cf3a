import type { FactKind } from '../../../backend/evidence/fact.ts'

/** What a call leaves in the chain: facts of the server's own, what the panel declares, or nothing for a reason. */
export type RouteRecords = readonly [FactKind, ...FactKind[]] | 'declared' | { none: string }

const simulated = { none: 'it is about devices that are no devices, for tests alone' }
const ownList = { none: 'whether a person has read his own notifications proves nothing about a gate' }

/** Kinds of record that each call that writes may leave (EVI-1); a test compares the list with the routes. */
export const routeRecords: Readonly<Record<string, RouteRecords>> = {
  'POST /rest/auth/sign-in': ['session.begun', 'session.refused', 'session.locked'],
  'POST /rest/auth/sign-out': ['session.ended'],
  'POST /rest/auth/renew': { none: 'the session goes on; who is refused is signed out already' },
  'DELETE /rest/auth/sessions/:id': ['session.ended'],
  'POST /rest/auth/password': ['person'],
  'POST /rest/invitations/look': { none: 'it only reads; a POST keeps the token out of addresses' },
  'POST /rest/invitations/accept': ['person'],
  'POST /rest/users': ['person'],
  'PUT /rest/users/:id': ['person'],
  'POST /rest/users/:id/link': ['person'],
  'POST /rest/users/:id/disable': ['person'],
  'POST /rest/users/:id/enable': ['person'],
  'POST /rest/condominium': ['condominium.created'],
  'PUT /rest/condominium/:id': ['condominium.changed'],
  'DELETE /rest/condominium/:id': ['condominium.deleted'],
  'POST /rest/incidents/:id/deeds': ['incident'],
  'POST /rest/handovers': ['handover', 'incident', 'session.refused', 'session.locked'],
  'POST /rest/wall-links': ['wall'],
  'DELETE /rest/wall-links/:id': ['wall'],
  'POST /rest/notifications/mark-read': ownList,
  'POST /rest/notifications/mark-all-read': ownList,
  'DELETE /rest/notifications/:id': ownList,
  'POST /device-control/device/:condominiumId/:userId/:wordCode': ['device.created'],
  'POST /device-control/device/restart/:wordCode': ['command.received', 'command.answered'],
  'POST /device-control/device/activate/:userId/:wordCode': ['command.received', 'command.answered'],
  'PUT /device-control/device/:userId/:wordCode': ['device.changed'],
  'DELETE /device-control/device/:userId/:wordCode': ['command.received', 'command.answered', 'device.deleted'],
  'DELETE /device-control/device/pool/:wordCode': ['device.deleted'],
  'DELETE /device-control/device/database/:wordCode': ['device.deleted'],
  'POST /rest/api/health/device/:wordCode/reset': ['device.reset'],
  'POST /rest/api/health/cleanup': {
    none: 'it forgets figures older than 10 minutes, which the next check finds anew',
  },
  'POST /rest/import/:type/:condominiumId/:userId': ['device.imported'],
  'POST /rest/device-audit/:condominiumId/:userId': 'declared',
  'GET /rest/evidence/dossier': ['export'],
  'POST /rest/simulator/event': simulated,
  'POST /rest/simulator/burst': simulated,
  'PUT /rest/simulator/device/:wordCode': simulated,
  'PUT /rest/simulator/devices': simulated,
}

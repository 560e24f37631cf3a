import type { DeviceAnswer } from '../../../src/services/devices/device-answer.ts'

/** Answers of the device service to an attempt, by short name. */
export const deviceAnswers = {
  success: { kind: 'answered', data: 'data' },
  noResponse: failure('noResponse', null),
  timeout: failure('timeout', null),
  'status 408': failure('status', 408),
  'status 429': failure('status', 429),
  'status 500': failure('status', 500),
  'status 503': failure('status', 503),
  'status 403': rejection(403),
  'status 404': rejection(404),
  'status 422': rejection(422, { ip: 'Endereço inválido.' }),
  'not asked': { kind: 'notAsked', wasSent: false, message: 'ocupado', retryAfterMs: null },
  'not heard': { kind: 'notAsked', wasSent: true, message: 'ocupado', retryAfterMs: null },
  unsent: { kind: 'unsent', message: 'sem rede' },
  unauthorized: { kind: 'unauthorized' },
} as const satisfies Record<string, DeviceAnswer<string>>

export type AnswerName = keyof typeof deviceAnswers

/** A 503 answer with this `Retry-After`. */
export function askingToWait(retryAfterMs: number): DeviceAnswer<string> {
  return { ...failure('status', 503), retryAfterMs }
}

function failure(how: 'timeout' | 'noResponse' | 'status', status: number | null) {
  return { kind: 'failed', failure: how, status, message: `${how} ${status}`, retryAfterMs: null } as const
}

function rejection(status: number, fields: Record<string, string> = {}) {
  return { kind: 'rejected', status, message: `recusado ${status}`, fields } as const
}

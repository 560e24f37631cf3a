import type { Incident } from '../../../contract/wire/answers/incidents.ts'

/** An unclaimed incident of one device, for which people were notified. */
export function incidentOf(id: string, more: Partial<Incident> = {}): Incident {
  return {
    id,
    kind: 'contact',
    scope: 'device',
    cause: 'silent',
    life: 'new',
    end: null,
    isOscillating: false,
    isTold: true,
    condominiumId: 'c1',
    condominiumName: 'Edifício Água Viva',
    wordCode: 'W1',
    deviceName: 'Catraca Torre A',
    ip: '10.1.0.7',
    failing: 1,
    devices: 1,
    condominiums: 1,
    falls: 1,
    owner: null,
    passed: null,
    silence: null,
    openedAt: '2026-03-02T09:01:00.000Z',
    since: '2026-03-02T09:01:00.000Z',
    resolvedAt: null,
    word: '',
    report: null,
    reopenings: 0,
    version: 1,
    ...more,
  }
}

export const ana = { id: 'u1', name: 'Ana' }

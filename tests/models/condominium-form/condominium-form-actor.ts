import { condominiumFormMachine } from '../../../src/machines/condominium-form/condominium-form.machine.ts'
import type { Coverage } from '../parts/coverage.ts'
import { nameOf } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'

/** Starts the condominium form with stand-ins for its services; `id` is null for a new condominium. */
export function startCondominiumForm(coverage: Coverage, id: string | null) {
  const standIns = new StandIns()
  const machine = condominiumFormMachine.provide({
    actors: {
      loadRecord: standIns.promise('loadRecord'),
      save: standIns.promise('save', ({ record, entries: { name, district } }) => ({
        etag: record?.etag ?? null,
        name,
        district,
      })),
      lookUpCep: standIns.promise('lookUpCep'),
    },
    actions: {
      showList: standIns.effect('showList'),
      followLink: standIns.effect('followLink', (_, { destination }) => destination),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), {
    standIns,
    input: { id, customersId: 'k' },
    inspect: coverage.inspect,
  })
}

export type Form = ReturnType<typeof startCondominiumForm>

/** State of a region of the open form; '' if the form is not open. */
export function regionOf({ snapshot }: Form, region: 'record' | 'cep' | 'leaving'): string {
  const { value } = snapshot()
  if (typeof value === 'string' || value.open === undefined) return ''
  const inner = value.open[region]
  return inner === undefined ? '' : nameOf(inner)
}

/** Errors that a service can throw. */
export const failureWith = (status: number | null, text: string) => Object.assign(new Error(text), { status })

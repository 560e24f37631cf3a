import type { Condominium } from '../../contract/wire/condominiums.ts'
import { condominiumDeleteMachine } from '../../src/machines/condominium-delete.machine.ts'
import { condominiumFormMachine } from '../../src/machines/condominium-form.machine.ts'
import { condominiumsMachine } from '../../src/machines/condominiums.machine.ts'
import type { Coverage } from '../models/coverage.ts'
import { runUnderRecorder } from '../models/production-actor.ts'
import { StandIns } from '../models/stand-ins.ts'

/** The condominiums of a user, with their form and deletion, and stand-ins for all services. */
export function startCondominiums(coverage: Coverage) {
  const standIns = new StandIns()
  const machine = condominiumsMachine.provide({
    actors: {
      restoreSelection: standIns.promise('restoreSelection'),
      loadCondominiums: standIns.promise('loadCondominiums'),
      form: condominiumFormMachine.provide({
        actors: {
          loadRecord: standIns.promise('loadRecord'),
          save: standIns.promise('save', () => undefined),
        },
        actions: {
          showList: standIns.effect('form.showList'),
          followLink: standIns.effect('form.followLink'),
          logFailure: standIns.effect('form.logFailure'),
        },
      }),
      deletion: condominiumDeleteMachine.provide({
        actors: { remove: standIns.promise('remove') },
        actions: { logFailure: standIns.effect('deletion.logFailure') },
      }),
    },
    actions: {
      storeSelection: standIns.effect('storeSelection', ({ context }) => context.selected?.id ?? null),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { userId: 'u1' }, inspect: coverage.inspect })
}

export function named(id: string, name = id): Condominium {
  return { id, name, wordCode: '', customersId: '' }
}

const list = [named('c10', 'Edifício 10'), named('c2', 'Edifício 2'), named('a', 'Árvore')]

/** The same, once the list is there. */
export async function startLoaded(coverage: Coverage, selected: Condominium | null = null) {
  const started = startCondominiums(coverage)
  started.standIns.resolve('restoreSelection', selected)
  await started.settle()
  started.standIns.resolve('loadCondominiums', list)
  await started.settle()
  return started
}

type Started = Awaited<ReturnType<typeof startLoaded>>

/** Types a name into the form that is open. */
export function nameInForm({ snapshot }: Started, name: string): void {
  snapshot().context.form?.send({ type: 'form.edit', field: 'name', text: name })
}

/** Opens the form of c2 and saves it under another name. */
export async function saveRenamed(started: Started): Promise<void> {
  const { send, standIns, settle, snapshot } = started
  send({ type: 'form.open', id: 'c2', customersId: 'k' })
  standIns.resolve('loadRecord', { condominium: { ...named('c2', 'Edifício 2'), wordCode: 'W-2' }, etag: '"1"' })
  await settle()
  nameInForm(started, 'Zênite')
  snapshot().context.form?.send({ type: 'form.save' })
  standIns.resolve('save', { kind: 'saved', condominium: named('c2', 'Zênite') })
  await settle()
}

/** Asks for the deletion of one, and says yes. */
export async function remove({ send, standIns, settle, snapshot }: Started, id: string): Promise<void> {
  send({ type: 'deletion.open', condominium: named(id) })
  snapshot().children.deletion?.send({ type: 'deletion.confirm' })
  standIns.resolve('remove', { kind: 'removed' })
  await settle()
}

import { describe, expect, test } from 'vitest'
import { condominiumsMachine } from '../../src/machines/condominiums.machine.ts'
import type { Condominium } from '../../src/services/condominium-schema.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { runUnderRecorder } from '../models/production-actor.ts'
import { StandIns } from '../models/stand-ins.ts'

const coverage = new Coverage(condominiumsMachine)

function startCondominiums() {
  const standIns = new StandIns()
  const machine = condominiumsMachine.provide({
    actors: {
      restoreSelection: standIns.promise('restoreSelection'),
      loadCondominiums: standIns.promise('loadCondominiums'),
    },
    actions: {
      storeSelection: standIns.effect('storeSelection', ({ context }) => context.selected?.id ?? null),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { userId: 'u1' }, inspect: coverage.inspect })
}

function named(id: string, name = id): Condominium {
  return { id, name, wordCode: '', customersId: '' }
}

const list = [named('c10', 'Edifício 10'), named('c2', 'Edifício 2'), named('a', 'Árvore')]

async function startLoaded(selected: Condominium | null = null) {
  const started = startCondominiums()
  started.standIns.resolve('restoreSelection', selected)
  await started.settle()
  started.standIns.resolve('loadCondominiums', list)
  await started.settle()
  return started
}

describe('while the page loads', () => {
  test('the selection of the last visit shows before the list is there', async () => {
    const { standIns, settle, snapshot, journal } = startCondominiums()
    standIns.resolve('restoreSelection', named('c2'))
    await settle()
    expect(snapshot().context.selected?.id).toBe('c2')
    expect(journal.filter((line) => line.startsWith('reports condominiums.selected'))).toHaveLength(1)
    expect(standIns.open).toEqual(['loadCondominiums'])
  })

  test("the user's own list is asked for", async () => {
    const { journal } = await startLoaded()
    expect(journal).toContain('asks loadCondominiums {"userId":"u1"}')
  })

  test('a selection that cannot be read is logged, and the list loads all the same', async () => {
    const { standIns, settle, journal } = startCondominiums()
    standIns.reject('restoreSelection')
    await settle()
    expect(journal).toContain('does logFailure "Condomínio selecionado ilegível."')
    expect(standIns.open).toEqual(['loadCondominiums'])
  })
})

describe('when the list comes', () => {
  test('it stands in the order of a reader: accents aside, numbers by size', async () => {
    const { snapshot } = await startLoaded()
    expect(snapshot().context.condominiums.map(({ id }) => id)).toEqual(['a', 'c2', 'c10'])
    expect([...snapshot().tags]).toEqual(['ready'])
  })

  test('the stored selection takes its fresh data from it', async () => {
    const { snapshot } = await startLoaded(named('c2', 'old name'))
    expect(snapshot().context.selected?.name).toBe('Edifício 2')
  })

  test('a selection that the user may not see is dropped everywhere (SES-8)', async () => {
    const { snapshot, journal } = await startLoaded(named('c99'))
    expect(snapshot().context.selected).toBeNull()
    expect(journal.slice(-2)).toEqual([
      'does storeSelection null',
      'reports condominiums.selected {"condominium":null}',
    ])
  })
})

describe('when the list cannot be had', () => {
  test('that is logged and shown, and the selection stays', async () => {
    const { standIns, settle, snapshot, journal } = startCondominiums()
    standIns.resolve('restoreSelection', named('c2'))
    await settle()
    standIns.reject('loadCondominiums')
    await settle()
    expect(journal).toContain('does logFailure "Condomínios não carregados."')
    expect([...snapshot().tags]).toEqual(['error'])
    expect(snapshot().context.selected?.id).toBe('c2')
  })

  test.each(['condominiums.reload', 'socket.restored'] as const)('it is asked for again on %s', async (type) => {
    const { standIns, settle, send, snapshot } = startCondominiums()
    standIns.reject('restoreSelection')
    await settle()
    standIns.reject('loadCondominiums')
    await settle()
    send({ type })
    expect([...snapshot().tags]).toEqual(['busy'])
    expect(standIns.open).toEqual(['loadCondominiums'])
  })
})

describe('once the list is there', () => {
  test('a selected condominium is kept and reported', async () => {
    const { send, snapshot, journal } = await startLoaded()
    const before = journal.length
    send({ type: 'condominiums.select', id: 'c2' })
    expect(snapshot().context.selected?.id).toBe('c2')
    expect(journal[before]).toBe('does storeSelection "c2"')
    expect(journal[before + 1]).toMatch(/^reports condominiums.selected .*"c2"/)
  })

  test('one that is not on the list cannot be selected', async () => {
    const { send, snapshot, journal } = await startLoaded(named('c2'))
    const before = journal.length
    send({ type: 'condominiums.select', id: 'c99' })
    expect(snapshot().context.selected?.id).toBe('c2')
    expect(journal.slice(before)).toEqual([])
  })

  test('it can be loaded anew', async () => {
    const { send, standIns } = await startLoaded()
    send({ type: 'condominiums.reload' })
    expect(standIns.open).toEqual(['loadCondominiums'])
  })

  test('a socket that is back fetches nothing: the list does not live on the socket', async () => {
    const { send, standIns } = await startLoaded()
    send({ type: 'socket.restored' })
    expect(standIns.open).toEqual([])
  })
})

test('the selection is written back after local storage was emptied (THM-2)', async () => {
  const { send, journal } = await startLoaded(named('c2'))
  const before = journal.length
  send({ type: 'storage.cleared' })
  expect(journal.slice(before)).toEqual(['does storeSelection "c2"'])
})

testCoverage(coverage)

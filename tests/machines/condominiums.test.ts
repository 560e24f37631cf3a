import { describe, expect, test } from 'vitest'
import { condominiumsMachine } from '../../src/machines/condominiums.machine.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { named, nameInForm, remove, saveRenamed, startCondominiums, startLoaded } from './condominiums-actor.ts'

const coverage = new Coverage(condominiumsMachine)

describe('while the page loads', () => {
  test('the selection of the last visit shows before the list is there (CON-1)', async () => {
    const { standIns, settle, snapshot, journal } = startCondominiums(coverage)
    standIns.resolve('restoreSelection', named('c2'))
    await settle()
    expect(snapshot().context.selected?.id).toBe('c2')
    expect(journal.filter((line) => line.startsWith('reports condominiums.selected'))).toHaveLength(1)
    expect(standIns.open).toEqual(['loadCondominiums'])
  })

  test("the user's own list is asked for", async () => {
    const { journal } = await startLoaded(coverage)
    expect(journal).toContain('asks loadCondominiums {"userId":"u1"}')
  })

  test('a selection that cannot be read is logged, and the list loads all the same', async () => {
    const { standIns, settle, journal } = startCondominiums(coverage)
    standIns.reject('restoreSelection')
    await settle()
    expect(journal).toContain('does logFailure "Condomínio selecionado ilegível."')
    expect(standIns.open).toEqual(['loadCondominiums'])
  })
})

describe('when the list comes', () => {
  test('it stands in the order of a reader: accents aside, numbers by size', async () => {
    const { snapshot } = await startLoaded(coverage)
    expect(snapshot().context.condominiums.map(({ id }) => id)).toEqual(['a', 'c2', 'c10'])
    expect([...snapshot().tags]).toEqual(['ready'])
  })

  test('the stored selection takes its fresh data from it', async () => {
    const { snapshot } = await startLoaded(coverage, named('c2', 'old name'))
    expect(snapshot().context.selected?.name).toBe('Edifício 2')
  })

  test('a selection that the user may not see is dropped everywhere (SES-8)', async () => {
    const { snapshot, journal } = await startLoaded(coverage, named('c99'))
    expect(snapshot().context.selected).toBeNull()
    expect(journal.slice(-2)).toEqual([
      'does storeSelection null',
      'reports condominiums.selected {"condominium":null}',
    ])
  })
})

describe('when the list cannot be had', () => {
  test('that is logged and shown, and the selection stays', async () => {
    const { standIns, settle, snapshot, journal } = startCondominiums(coverage)
    standIns.resolve('restoreSelection', named('c2'))
    await settle()
    standIns.reject('loadCondominiums')
    await settle()
    expect(journal).toContain('does logFailure "Condomínios não carregados."')
    expect([...snapshot().tags]).toEqual(['error'])
    expect(snapshot().context.selected?.id).toBe('c2')
  })

  test.each(['condominiums.reload', 'socket.restored'] as const)('it is asked for again on %s', async (type) => {
    const { standIns, settle, send, snapshot } = startCondominiums(coverage)
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
    const { send, snapshot, journal } = await startLoaded(coverage)
    const before = journal.length
    send({ type: 'condominiums.select', id: 'c2' })
    expect(snapshot().context.selected?.id).toBe('c2')
    expect(journal[before]).toBe('does storeSelection "c2"')
    expect(journal[before + 1]).toMatch(/^reports condominiums.selected .*"c2"/)
  })

  test('one that is not on the list cannot be selected', async () => {
    const { send, snapshot, journal } = await startLoaded(coverage, named('c2'))
    const before = journal.length
    send({ type: 'condominiums.select', id: 'c99' })
    expect(snapshot().context.selected?.id).toBe('c2')
    expect(journal.slice(before)).toEqual([])
  })

  test('it can be loaded anew', async () => {
    const { send, standIns } = await startLoaded(coverage)
    send({ type: 'condominiums.reload' })
    expect(standIns.open).toEqual(['loadCondominiums'])
  })

  test('a socket that is back fetches nothing: the list does not live on the socket', async () => {
    const { send, standIns } = await startLoaded(coverage)
    send({ type: 'socket.restored' })
    expect(standIns.open).toEqual([])
  })
})

test('the selection is written back after local storage was emptied (THM-2)', async () => {
  const { send, journal } = await startLoaded(coverage, named('c2'))
  const before = journal.length
  send({ type: 'storage.cleared' })
  expect(journal.slice(before)).toEqual(['does storeSelection "c2"'])
})

describe('the form of a condominium (CON-4)', () => {
  test('saved, the list is in order, the selected one renamed in place, and the news told until it is read', async () => {
    const started = await startLoaded(coverage, named('c2'))
    await saveRenamed(started)
    const { snapshot, journal, send } = started
    expect(snapshot().context.condominiums.map(({ name }) => name)).toEqual(['Árvore', 'Edifício 10', 'Zênite'])
    expect(snapshot().context.selected?.name).toBe('Zênite')
    expect(journal.at(-1)).toBe('does storeSelection "c2"')
    expect(snapshot().context.news).toEqual({ kind: 'saved', name: 'Zênite' })
    send({ type: 'news.read' })
    expect(snapshot().context.news).toBeNull()
  })

  test('a new one is on the list at once', async () => {
    const started = await startLoaded(coverage)
    const { send, standIns, settle, snapshot } = started
    send({ type: 'form.open', id: null, customersId: 'k' })
    nameInForm(started, 'Bosque')
    snapshot().context.form?.send({ type: 'form.edit', field: 'wordCode', text: 'B-01' })
    snapshot().context.form?.send({ type: 'form.save' })
    standIns.resolve('save', { kind: 'saved', condominium: named('b', 'Bosque') })
    await settle()
    expect(snapshot().context.condominiums.map(({ id }) => id)).toEqual(['a', 'b', 'c2', 'c10'])
    expect(snapshot().context.news).toEqual({ kind: 'created', name: 'Bosque' })
  })

  test('a list that was being loaded is asked for again: it may be older', async () => {
    const started = await startLoaded(coverage)
    started.send({ type: 'condominiums.reload' })
    await saveRenamed(started)
    expect(started.snapshot().context.condominiums.at(-1)?.name).toBe('Zênite')
    expect(started.journal.filter((line) => line.startsWith('asks loadCondominiums'))).toHaveLength(3)
    expect(started.standIns.open).toEqual(['loadCondominiums'])
  })

  test('left with nothing unsaved, it is closed', async () => {
    const { send, snapshot } = await startLoaded(coverage)
    send({ type: 'form.open', id: null, customersId: 'k' })
    send({ type: 'form.close' })
    expect(snapshot().context.form).toBeNull()
    expect(snapshot().children.form).toBeUndefined()
  })

  test('left with something unsaved it waits, is found again, and is not given up for another one', async () => {
    const started = await startLoaded(coverage)
    const { send, snapshot } = started
    send({ type: 'form.open', id: null, customersId: 'k' })
    nameInForm(started, 'Bosque')
    const draft = snapshot().context.form
    send({ type: 'form.close' })
    expect(draft?.getSnapshot().hasTag('away')).toBe(true)
    send({ type: 'form.open', id: 'c2', customersId: 'k' })
    expect(snapshot().context.form).toBe(draft)
    send({ type: 'form.open', id: null, customersId: 'k' })
    expect(snapshot().context.form).toBe(draft)
    expect(draft?.getSnapshot().hasTag('away')).toBe(false)
  })

  test('a form without changes makes room for another one', async () => {
    const { send, snapshot, standIns } = await startLoaded(coverage)
    send({ type: 'form.open', id: null, customersId: 'k' })
    send({ type: 'form.open', id: 'c2', customersId: 'k' })
    expect(snapshot().context.form?.getSnapshot().context.id).toBe('c2')
    expect(standIns.open).toEqual(['loadRecord'])
  })

  test('one that crashes is told, and can be opened again', async () => {
    const { send, snapshot, standIns, settle, crashes, journal } = await startLoaded(coverage)
    send({ type: 'form.open', id: 'c2', customersId: 'k' })
    standIns.breakDown('form.logFailure')
    standIns.reject('loadRecord')
    await settle()
    expect(snapshot().hasTag('formBroken')).toBe(true)
    expect(journal).toContain('does logFailure "O formulário do condomínio falhou."')
    expect(crashes).toEqual([])
    send({ type: 'form.open', id: 'c2', customersId: 'k' })
    expect(standIns.open).toEqual(['loadRecord'])
    standIns.reject('loadRecord')
    await settle()
    send({ type: 'form.close' })
    expect(snapshot().hasTag('formBroken')).toBe(false)
  })
})

describe('the deletion of a condominium (CON-4)', () => {
  test('the selected one is gone from the list, the storage and the header', async () => {
    const started = await startLoaded(coverage, named('c2'))
    await remove(started, 'c2')
    const { snapshot, journal } = started
    expect(snapshot().context).toMatchObject({ selected: null, news: { kind: 'deleted', name: 'c2' } })
    expect(snapshot().context.condominiums.map(({ id }) => id)).toEqual(['a', 'c10'])
    expect(journal.slice(-2)).toEqual([
      'does storeSelection null',
      'reports condominiums.selected {"condominium":null}',
    ])
    expect(snapshot().children.deletion).toBeUndefined()
  })

  test('another one leaves the selection alone', async () => {
    const started = await startLoaded(coverage, named('c2'))
    await remove(started, 'a')
    expect(started.snapshot().context.selected?.id).toBe('c2')
    expect(started.journal.at(-1)).toMatch(/^asks remove/)
  })

  test('while the list is loaded, it is asked for again', async () => {
    const started = await startLoaded(coverage, named('c2'))
    started.send({ type: 'condominiums.reload' })
    await remove(started, 'c2')
    expect(started.snapshot().context.selected).toBeNull()
    expect(started.standIns.open).toEqual(['loadCondominiums'])
  })

  test('thought better of, it is closed', async () => {
    const { send, snapshot } = await startLoaded(coverage)
    send({ type: 'deletion.open', condominium: named('a') })
    snapshot().children.deletion?.send({ type: 'deletion.close' })
    expect(snapshot().children.deletion).toBeUndefined()
    expect(snapshot().context.condominiums).toHaveLength(3)
  })

  test('one that crashes is logged and closed, and the list lives on', async () => {
    const { send, snapshot, standIns, settle, crashes, journal } = await startLoaded(coverage)
    send({ type: 'deletion.open', condominium: named('a') })
    standIns.breakDown('deletion.logFailure')
    snapshot().children.deletion?.send({ type: 'deletion.confirm' })
    standIns.reject('remove')
    await settle()
    expect(journal).toContain('does logFailure "A exclusão do condomínio falhou."')
    expect(snapshot().children.deletion).toBeUndefined()
    expect(crashes).toEqual([])
  })
})

testCoverage(coverage)

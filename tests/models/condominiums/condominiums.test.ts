import { expect, test, vi } from 'vitest'
import { fromPromise, type StateValue } from 'xstate'
import { condominiumFormMachine } from '../../../src/machines/condominium-form/condominium-form.machine.ts'
import { condominiumDeleteMachine } from '../../../src/machines/condominiums/condominium-delete.machine.ts'
import { condominiumPlaceMachine } from '../../../src/machines/condominiums/condominium-place.machine.ts'
import { condominiumsMachine } from '../../../src/machines/condominiums/condominiums.machine.ts'
import { visitsMachine } from '../../../src/machines/condominiums/visits.machine.ts'
import type { Visit } from '../../../src/machines/condominiums/visits.ts'
import type { contactsMachine } from '../../../src/machines/contacts/contacts.machine.ts'
import type { eventFeedMachine } from '../../../src/machines/event-feed/event-feed.machine.ts'
import type { proceduresMachine } from '../../../src/machines/procedures/procedures.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  bosque,
  type CondominiumListModelContext,
  type CondominiumListModelEvent,
  condominiumListModel,
  kept,
  listed,
  named,
  renamed,
} from './condominium-list.model.ts'
import {
  type CondominiumPagesModelContext,
  type CondominiumPagesModelEvent,
  condominiumPagesModel,
  nameAtFirst,
} from './condominium-pages.model.ts'
import { batch, type ShownPlaceModelContext, type ShownPlaceModelEvent, shownPlaceModel } from './shown-place.model.ts'

const coverage = new Coverage(condominiumsMachine)

// Each random delay has its shortest length.
vi.spyOn(Math, 'random').mockReturnValue(0)

/** Never settles: most tests here are not about visits. */
const unreadVisits = fromPromise<readonly Visit[], { userId: string }>(() => new Promise(() => undefined))

/** A listener instead of the page of a condominium, which has its own test. */
const standInPlace = (standIns: StandIns) => standIns.callback('place') as unknown as typeof condominiumPlaceMachine

/** Starts the condominiums with the real form, deletion and visits; services and the condominium page are stand-ins. */
function startCondominiums({ readVisits = unreadVisits, place = standInPlace } = {}) {
  const standIns = new StandIns()
  const machine = condominiumsMachine.provide({
    actors: {
      restoreSelection: standIns.promise('restoreSelection'),
      loadCondominiums: standIns.promise('loadCondominiums'),
      form: condominiumFormMachine.provide({
        actors: { loadRecord: standIns.promise('loadRecord'), save: standIns.promise('save', () => undefined) },
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
      place: place(standIns),
      contacts: standIns.callback('contacts') as unknown as typeof contactsMachine,
      procedures: standIns.callback('procedures') as unknown as typeof proceduresMachine,
      visits: visitsMachine.provide({
        actors: { readVisits },
        actions: {
          storeVisits: standIns.effect('visits.storeVisits', ({ context }) => context.visits.map(({ id }) => id)),
          logFailure: standIns.effect('visits.logFailure', (_, { message }) => message),
        },
      }),
    },
    actions: {
      storeSelection: standIns.effect('storeSelection', ({ context }) => context.selected?.id ?? null),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { userId: 'u1' }, inspect: coverage.inspect })
}

type Condominiums = ReturnType<typeof startCondominiums>

const [arvore] = listed
const asked: Readonly<Record<string, string[]>> = {
  restoring: ['restoreSelection'],
  loading: ['loadCondominiums'],
  outdated: ['loadCondominiums'],
}

testPaths<CondominiumListModelContext, CondominiumListModelEvent, Condominiums>(
  'the condominiums (CON-1, SES-8, LIVE-6)',
  {
    model: condominiumListModel,
    events: [
      { type: 'storage.keeps', id: 'c2' },
      { type: 'storage.keeps', id: 'c99' },
      { type: 'storage.keeps', id: null },
      { type: 'storage.isUnreadable' },
      { type: 'server.lists' },
      { type: 'server.fails' },
      { type: 'person.selects', id: 'c2' },
      { type: 'person.selects', id: 'c99' },
      { type: 'person.selects', id: null },
      { type: 'person.readsLoss' },
      { type: 'person.reloads' },
      { type: 'person.readsNews' },
      { type: 'socket.isRestored' },
      { type: 'service.recovers' },
      { type: 'others.change' },
      { type: 'page.opens' },
      { type: 'tab.isShown' },
      { type: 'time.passes' },
      { type: 'lastKnown.isOver' },
      { type: 'storage.isCleared' },
      { type: 'form.saves', condominium: renamed, isNew: false },
      { type: 'form.saves', condominium: bosque, isNew: true },
      { type: 'deletion.succeeds', condominium: kept.c2 },
      { type: 'deletion.succeeds', condominium: arvore },
    ],
    possible: ({ type }, { value, context }) => {
      if (type === 'storage.keeps' || type === 'storage.isUnreadable') return value === 'restoring'
      if (type === 'server.lists' || type === 'server.fails') return value === 'loading' || value === 'outdated'
      if (type === 'time.passes') return value === 'ready' || value === 'changed'
      return !(type === 'form.saves' || type === 'deletion.succeeds') || !context.isChanged
    },
    key: ({ value, context: { condominiums, selected, lost, news, isChanged } }) =>
      JSON.stringify([value, condominiums.map(({ name }) => name), selected?.name, lost, news, isChanged]),
    start: () => startCondominiums(),
    perform: {
      'storage.keeps': ({ standIns }, { id }) => standIns.resolve('restoreSelection', id === null ? null : kept[id]),
      'storage.isUnreadable': ({ standIns }) => standIns.reject('restoreSelection'),
      'server.lists': ({ standIns }) => standIns.resolve('loadCondominiums', listed.toReversed()),
      'server.fails': ({ standIns }) => standIns.reject('loadCondominiums'),
      'person.selects': ({ send }, { id }) => send({ type: 'condominiums.select', id }),
      'person.readsLoss': ({ send }) => send({ type: 'loss.read' }),
      'person.reloads': ({ send }) => send({ type: 'condominiums.reload' }),
      'person.readsNews': ({ send }) => send({ type: 'news.read' }),
      'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
      'others.change': ({ send }) => send({ type: 'condominiums.changed', condominiumIds: [] }),
      'page.opens': ({ send }) => send({ type: 'page.opened' }),
      'tab.isShown': ({ send }) => send({ type: 'page.shown' }),
      'lastKnown.isOver': ({ send }) => send({ type: 'lastKnown.over' }),
      'service.recovers': ({ send }) => send({ type: 'server.restored' }),
      'storage.isCleared': ({ send }) => send({ type: 'storage.cleared' }),
      'form.saves': ({ send }, { condominium, isNew }) => send({ type: 'condominium.saved', condominium, isNew }),
      'deletion.succeeds': ({ send }, { condominium }) => send({ type: 'condominium.deleted', condominium }),
    },
    expected: ({ value, context: { condominiums, selected, lost, news } }) => ({
      condominiums,
      selected,
      lost,
      news,
      open: asked[nameOf(value)] ?? [],
    }),
    actual: ({ snapshot, standIns }) => {
      const { condominiums, selected, lost, news } = snapshot().context
      return { condominiums, selected, lost, news, open: standIns.open }
    },
  },
)

const isIn = (value: StateValue, state: string) => nameOf(value).includes(state)
const formOf = ({ snapshot }: Condominiums) => snapshot().context.form
const visitsOf = ({ snapshot }: Condominiums) => snapshot().children.visits?.getSnapshot().context.visits
const deletionOf = ({ snapshot }: Condominiums) => snapshot().children.deletion

testPaths<CondominiumPagesModelContext, CondominiumPagesModelEvent, Condominiums>('form and deletion (CON-4)', {
  model: condominiumPagesModel,
  events: [
    { type: 'page.opens', id: null },
    { type: 'page.opens', id: 'c2' },
    { type: 'page.closes' },
    { type: 'server.reads' },
    { type: 'person.types', name: 'Bosque' },
    { type: 'person.types', name: '' },
    { type: 'person.types', name: nameAtFirst('c2') },
    { type: 'form.breaks' },
    { type: 'otherCondominium.isDeleted' },
    { type: 'person.asksToDelete' },
    { type: 'person.confirms' },
    { type: 'person.cancels' },
    { type: 'server.deletes' },
    { type: 'deletion.breaks' },
  ],
  possible: (event, { value, context: { form, name, hasLeft, hasNews } }) => {
    const { type } = event
    if (type === 'server.reads' || type === 'form.breaks') return isIn(value, 'form.reading')
    if (type === 'server.deletes' || type === 'deletion.breaks') return isIn(value, 'deletion.deleting')
    if (type === 'otherCondominium.isDeleted') return isIn(value, 'deletion.none') && !hasNews
    if (event.type !== 'person.types') return true
    const isWritable = isIn(value, 'form.unchanged') || isIn(value, 'form.changed')
    const isFitting = event.name === 'Bosque' || (form !== undefined && event.name === nameAtFirst(form))
    return isWritable && !hasLeft && isFitting && event.name !== name
  },
  key: ({ value, context: { form, name, hasLeft, hasNews } }) =>
    `${nameOf(value)} ${form} ${name} ${hasLeft} ${hasNews}`,
  start: () => startCondominiums(),
  perform: {
    'page.opens': ({ send }, { id }) => send({ type: 'form.open', id, customersId: 'k' }),
    'page.closes': ({ send }) => send({ type: 'form.close' }),
    'server.reads': ({ standIns }) =>
      standIns.resolve('loadRecord', { condominium: { ...named('c2', 'Edifício 2'), wordCode: 'W-2' }, etag: '"1"' }),
    'person.types': (condominiums, { name }) =>
      formOf(condominiums)?.send({ type: 'form.edit', field: 'name', text: name }),
    'form.breaks': ({ standIns }) => {
      standIns.breakDown('form.logFailure')
      standIns.reject('loadRecord')
    },
    'otherCondominium.isDeleted': ({ send }) => send({ type: 'condominium.deleted', condominium: kept.c99 }),
    'person.asksToDelete': ({ send }) => send({ type: 'deletion.open', condominium: arvore }),
    'person.confirms': (condominiums) => deletionOf(condominiums)?.send({ type: 'deletion.confirm' }),
    'person.cancels': (condominiums) => deletionOf(condominiums)?.send({ type: 'deletion.close' }),
    'server.deletes': ({ standIns }) => standIns.resolve('remove', { kind: 'removed' }),
    'deletion.breaks': ({ standIns }) => {
      standIns.breakDown('deletion.logFailure')
      standIns.reject('remove')
    },
  },
  tags: ({ tags }) => [...tags, 'busy'],
  expected: ({ value, context: { form, name, hasLeft, hasNews } }) => ({
    form,
    name,
    hasLeft,
    hasNews,
    isDeleting: !isIn(value, 'deletion.none'),
    open: [
      ...(isIn(value, 'form.reading') ? ['loadRecord'] : []),
      ...(isIn(value, 'deletion.deleting') ? ['remove'] : []),
      'restoreSelection',
    ],
  }),
  actual: (condominiums) => {
    const form = formOf(condominiums)?.getSnapshot()
    return {
      form: form?.context.id,
      name: form?.context.fields.name ?? '',
      hasLeft: form?.hasTag('away') ?? false,
      hasNews: condominiums.snapshot().context.news !== null,
      isDeleting: deletionOf(condominiums) !== undefined,
      open: condominiums.standIns.open,
    }
  },
})

testPaths<ShownPlaceModelContext, ShownPlaceModelEvent, Condominiums>('the page of one (PAGE-2)', {
  model: shownPlaceModel,
  events: [
    { type: 'page.opens', id: 'c2' },
    { type: 'page.opens', id: 'c10' },
    { type: 'page.closes' },
    { type: 'page.breaks' },
    { type: 'person.retries' },
    { type: 'socket.delivers' },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'others.change' },
    { type: 'form.saves' },
  ],
  possible: ({ type }, { value }) => type !== 'page.breaks' || value === 'open',
  key: ({ value, context: { id } }) => `${nameOf(value)} ${id}`,
  start: () => startCondominiums(),
  perform: {
    'page.opens': ({ send }, { id }) => send({ type: 'place.open', id }),
    'page.closes': ({ send }) => send({ type: 'place.close' }),
    'page.breaks': ({ standIns }) => standIns.crash('place'),
    'person.retries': ({ send }) => send({ type: 'place.reload' }),
    'socket.delivers': ({ send }) => send({ type: 'socket.batch', ...batch }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'others.change': ({ send }) => send({ type: 'condominiums.changed', condominiumIds: ['c2'] }),
    'form.saves': ({ send }) => send({ type: 'condominium.saved', condominium: renamed, isNew: false }),
  },
  tags: ({ tags }) => [...tags, 'busy'],
  expected: ({ context: { id } }) => ({
    input: id === '' ? undefined : { id },
    isThere: id !== '',
    open: [...(id === '' ? [] : ['place']), 'restoreSelection'],
  }),
  actual: ({ snapshot, standIns }) => ({
    input: standIns.inputOf('place'),
    isThere: snapshot().children.place !== undefined,
    open: standIns.open,
  }),
})

test('the procedures start when their page is first opened, keep running, and start again after a failure (PROC-1)', () => {
  const { standIns, send, snapshot, stop } = startCondominiums()
  expect(standIns.open).not.toContain('procedures')
  send({ type: 'procedures.start' })
  const started = snapshot().children.procedures
  send({ type: 'procedures.start' })
  expect(started).toBeDefined()
  expect(snapshot().children.procedures).toBe(started)
  standIns.crash('procedures')
  expect(snapshot().children.procedures).toBeUndefined()
  send({ type: 'procedures.start' })
  expect(standIns.open).toContain('procedures')
  stop()
})

test('a condominium page that fails stops its services, and starts again when it is opened again', async () => {
  const condominiums = startCondominiums({
    place: (standIns) =>
      condominiumPlaceMachine.provide({
        actors: {
          readPlace: standIns.promise('readPlace'),
          feed: standIns.callback('feed') as unknown as typeof eventFeedMachine,
        },
        actions: { logFailure: standIns.effect('place.logFailure') },
      }),
  })
  const { standIns, settle, send, snapshot, crashes, stop } = condominiums
  send({ type: 'place.open', id: 'c2' })
  expect(standIns.open).toEqual(['feed', 'readPlace', 'restoreSelection'])
  standIns.breakDown('place.logFailure')
  standIns.reject('readPlace')
  await settle()
  expect(snapshot().hasTag('placeBroken')).toBe(true)
  expect(standIns.open).toEqual(['restoreSelection'])
  send({ type: 'server.restored' })
  send({ type: 'place.open', id: 'c10' })
  expect(standIns.inputOf('feed')).toEqual({ condominiumId: 'c10' })
  expect(standIns.inputOf('readPlace')).toEqual({ id: 'c10' })
  expect(snapshot().children.place?.getSnapshot().context).toEqual({ id: 'c10', condominium: null })
  expect(crashes).toEqual([])
  stop()
})

test('contacts are loaded for each page that shows them, until the page closes or they fail (PROC-1)', async () => {
  const { standIns, settle, send, snapshot, journal, crashes, stop } = startCondominiums()
  const isOpen = () => standIns.open.includes('contacts')
  send({ type: 'contacts.open', condominiumId: 'c2' })
  expect(standIns.inputOf('contacts')).toEqual({ condominiumId: 'c2' })
  send({ type: 'contacts.open', condominiumId: null })
  expect(standIns.inputOf('contacts')).toEqual({ condominiumId: null })
  send({ type: 'contacts.close' })
  expect([isOpen(), snapshot().children.contacts]).toEqual([false, undefined])
  send({ type: 'contacts.open', condominiumId: 'c10' })
  standIns.crash('contacts')
  await settle()
  expect(isOpen()).toBe(false)
  expect(journal).toContain('does logFailure "Os contatos falharam."')
  expect(crashes).toEqual([])
  stop()
})

test('a condominium that the form saves is added to the list immediately, in alphabetical order', async () => {
  const condominiums = startCondominiums()
  const { standIns, settle, send, snapshot, stop } = condominiums
  standIns.resolve('restoreSelection', null)
  await settle()
  standIns.resolve('loadCondominiums', [...listed])
  await settle()
  send({ type: 'form.open', id: null, customersId: 'k' })
  formOf(condominiums)?.send({ type: 'form.edit', field: 'name', text: 'Bosque' })
  formOf(condominiums)?.send({ type: 'form.edit', field: 'wordCode', text: 'B-01' })
  formOf(condominiums)?.send({ type: 'form.save' })
  standIns.resolve('save', { kind: 'saved', condominium: bosque })
  await settle()
  expect(snapshot().context.condominiums.map(({ id }) => id)).toEqual(['a', 'b', 'c2', 'c10'])
  expect(snapshot().context.news).toEqual({ kind: 'created', name: 'Bosque' })
  stop()
})

const dayMs = 24 * 60 * 60_000

test('the last visited pages are restored from storage, newest first and without duplicates (PAGE-6)', async () => {
  const kept: readonly Visit[] = [
    { kind: 'device', id: 'W-1', at: epoch - dayMs },
    { kind: 'condominium', id: 'c2', at: epoch - 6 * dayMs },
    { kind: 'condominium', id: 'a', at: epoch - 8 * dayMs },
  ]
  const condominiums = startCondominiums({ readVisits: fromPromise(async () => kept) })
  const { settle, send, journal, stop } = condominiums
  send({ type: 'place.visited', kind: 'condominium', id: 'c10' })
  await settle()
  send({ type: 'place.visited', kind: 'condominium', id: 'c2' })
  expect(visitsOf(condominiums)?.map(({ id }) => id)).toEqual(['c2', 'c10', 'W-1'])
  expect(journal.at(-1)).toContain('["c2","c10","W-1"]')
  for (let each = 1; each <= 20; each += 1) send({ type: 'place.visited', kind: 'device', id: `W-${each}` })
  expect(visitsOf(condominiums)).toHaveLength(12)
  stop()
})

test('visits that cannot be read are an empty list', async () => {
  const condominiums = startCondominiums({ readVisits: fromPromise(() => Promise.reject(new Error('locked'))) })
  const { settle, journal, stop } = condominiums
  await settle()
  expect(visitsOf(condominiums)).toEqual([])
  expect(journal).toContainEqual(expect.stringContaining('Páginas visitadas ilegíveis.'))
  stop()
})

test('if the visits fail, they are dropped and the list keeps working', async () => {
  const condominiums = startCondominiums()
  const { standIns, settle, send, snapshot, journal, crashes, stop } = condominiums
  standIns.breakDown('visits.storeVisits')
  send({ type: 'place.visited', kind: 'condominium', id: 'c2' })
  await settle()
  expect(journal).toContain('does logFailure "As páginas visitadas falharam."')
  expect(visitsOf(condominiums)).toBeUndefined()
  send({ type: 'place.visited', kind: 'condominium', id: 'c2' })
  standIns.resolve('restoreSelection', null)
  await settle()
  standIns.resolve('loadCondominiums', [...listed])
  await settle()
  expect(snapshot().hasTag('ready')).toBe(true)
  expect(crashes).toEqual([])
  stop()
})

testCoverage(coverage)

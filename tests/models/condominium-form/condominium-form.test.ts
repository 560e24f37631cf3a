import { expect, test } from 'vitest'
import { condominiumFormMachine } from '../../../src/machines/condominium-form/condominium-form.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import {
  type CondominiumCepModelContext,
  type CondominiumCepModelEvent,
  condominiumCepModel,
  timeoutMs,
} from './condominium-cep.model.ts'
import { type Form, failureWith, regionOf, startCondominiumForm } from './condominium-form-actor.ts'
import {
  type CondominiumLeavingModelContext,
  type CondominiumLeavingModelEvent,
  condominiumLeavingModel,
} from './condominium-leaving.model.ts'
import {
  type CondominiumSavingModelContext,
  type CondominiumSavingModelEvent,
  condominiumSavingModel,
  first,
  recordOf,
  second,
} from './condominium-saving.model.ts'

const coverage = new Coverage(condominiumFormMachine)
const startForm = (id: string | null) => startCondominiumForm(coverage, id)

const openOf: Readonly<Record<string, string[]>> = { loading: ['loadRecord'], saving: ['save'] }

testPaths<CondominiumSavingModelContext, CondominiumSavingModelEvent, Form>('saving a condominium', {
  model: condominiumSavingModel,
  events: [
    { type: 'server.reads' },
    { type: 'server.hasNone', text: 'Não encontrado.' },
    { type: 'server.isDown', text: 'Tente mais tarde.' },
    { type: 'person.readsAgain' },
    { type: 'person.types', name: 'Aurora II' },
    { type: 'person.types', name: first.name },
    { type: 'person.types', name: '' },
    { type: 'person.saves' },
    { type: 'server.saves' },
    { type: 'server.refuses', field: 'wordCode', text: 'Este código está em uso.' },
    { type: 'server.refuses', field: 'customersId', text: 'Um condomínio não muda de administradora.' },
    { type: 'server.fails', text: 'Tente mais tarde.' },
    { type: 'server.hasChanged' },
    { type: 'person.keepsMine' },
    { type: 'person.takesTheirs' },
    { type: 'person.continues' },
    { type: 'page.isLeft' },
    { type: 'page.returns' },
  ],
  possible: ({ type }, { value }) => {
    if (['server.reads', 'server.hasNone', 'server.isDown'].includes(type)) return value === 'loading'
    if (type.startsWith('page.')) return value === 'saving'
    return !type.startsWith('server.') || value === 'saving'
  },
  key: ({ value, context: { entered, etag, hasLeft, problems, failure } }) =>
    JSON.stringify([nameOf(value), entered, etag, hasLeft, problems, failure]),
  start: () => startForm('c1'),
  perform: {
    'server.reads': ({ standIns }) => standIns.resolve('loadRecord', { condominium: recordOf(first), etag: '"1"' }),
    'server.hasNone': ({ standIns }, { text }) => standIns.reject('loadRecord', failureWith(404, text)),
    'server.isDown': ({ standIns }, { text }) => standIns.reject('loadRecord', failureWith(503, text)),
    'person.readsAgain': ({ send }) => send({ type: 'form.reload' }),
    'person.types': ({ send }, { name }) => send({ type: 'form.edit', field: 'name', text: name }),
    'person.saves': ({ send }) => send({ type: 'form.save' }),
    'server.saves': ({ standIns }) => standIns.resolve('save', { kind: 'saved', condominium: recordOf(first) }),
    'server.refuses': ({ standIns }, { field, text }) =>
      standIns.resolve('save', { kind: 'refused', fields: { [field]: text }, message: text }),
    'server.fails': ({ standIns }, { text }) => standIns.reject('save', failureWith(503, text)),
    'server.hasChanged': ({ standIns }) =>
      standIns.resolve('save', { kind: 'conflict', theirs: { condominium: recordOf(second), etag: '"2"' } }),
    'person.keepsMine': ({ send }) => send({ type: 'conflict.keepMine' }),
    'person.takesTheirs': ({ send }) => send({ type: 'conflict.takeTheirs' }),
    'person.continues': ({ send }) => send({ type: 'conflict.goOn' }),
    'page.isLeft': ({ send }) => send({ type: 'form.hidden' }),
    'page.returns': ({ send }) => send({ type: 'form.shown' }),
  },
  tags: ({ tags, context: { base, entered, hasLeft } }) => [
    ...tags,
    ...(tags.has('open') && (entered.name !== base.name || entered.district !== base.district) ? ['changed'] : []),
    ...(tags.has('open') && hasLeft ? ['away'] : []),
  ],
  expected: ({ value, context: { entered, hasTheirs, problems, refusals, failure } }) => {
    const isOpen = !['loading', 'missing', 'unavailable', 'saved'].includes(nameOf(value))
    return {
      state: nameOf(value).replace('asked', 'editing'),
      entered: isOpen || value === 'saved' ? entered : { name: '', district: '' },
      hasTheirs,
      problems,
      refusals,
      failure,
      open: openOf[nameOf(value)] ?? [],
    }
  },
  actual: (form) => {
    const snapshot = form.snapshot()
    const { fields, theirs, problems, refusals, failure } = snapshot.context
    return {
      state: regionOf(form, 'record') || nameOf(snapshot.value),
      entered: { name: fields.name, district: fields.district },
      hasTheirs: theirs !== null,
      problems,
      refusals,
      failure: failure?.message ?? null,
      open: form.standIns.open,
    }
  },
})

testPaths<CondominiumCepModelContext, CondominiumCepModelEvent, Form>('the look-up of a CEP', {
  model: condominiumCepModel,
  events: [
    { type: 'person.typesCep', text: '0131' },
    { type: 'person.typesCep', text: '01310-100' },
    { type: 'person.typesCep', text: '12460000' },
    { type: 'person.typesStreet', text: 'Rua Minha' },
    { type: 'person.typesStreet', text: '' },
    { type: 'person.saves' },
    { type: 'person.asksAgain' },
    { type: 'service.knowsStreet' },
    { type: 'service.knowsTown' },
    { type: 'service.knowsNone' },
    { type: 'service.fails' },
    { type: 'time.passes' },
  ],
  possible: ({ type }, { value }) =>
    !(type.startsWith('service.') || type === 'time.passes') || nameOf(value).startsWith('looking'),
  key: ({ value, context: { cep, street, streetBy, city } }) =>
    JSON.stringify([nameOf(value), cep, street, streetBy, city]),
  start: () => startForm(null),
  perform: {
    'person.typesCep': ({ send }, { text }) => send({ type: 'form.edit', field: 'cep', text }),
    'person.typesStreet': ({ send }, { text }) => send({ type: 'form.edit', field: 'street', text }),
    'person.saves': ({ send }) => send({ type: 'form.save' }),
    'person.asksAgain': ({ send }) => send({ type: 'cep.retry' }),
    'service.knowsStreet': ({ standIns }) =>
      standIns.resolve('lookUpCep', {
        kind: 'found',
        address: { street: 'Avenida Paulista', district: 'Bela Vista', city: 'São Paulo', state: 'SP' },
      }),
    'service.knowsTown': ({ standIns }) =>
      standIns.resolve('lookUpCep', {
        kind: 'found',
        address: { street: '', district: '', city: 'Campos do Jordão', state: 'SP' },
      }),
    'service.knowsNone': ({ standIns }) => standIns.resolve('lookUpCep', { kind: 'unknown' }),
    'service.fails': ({ standIns }) => standIns.reject('lookUpCep', failureWith(503, 'Tente mais tarde.')),
  },
  tags: ({ tags, context: { cep, street, city } }) =>
    cep + street + city === '' ? [...tags, 'open'] : [...tags, 'open', 'changed'],
  expected: ({ value, context: { cep, street, city, refusals } }) => ({
    look: nameOf(value).split('.')[0],
    isAwaited: nameOf(value) === 'looking.awaited',
    cep,
    street,
    city,
    number: '',
    refusals,
    open: nameOf(value).startsWith('looking') ? ['lookUpCep'] : [],
  }),
  actual: (form) => {
    const { fields, refusals } = form.snapshot().context
    return {
      look: regionOf(form, 'cep'),
      isAwaited: regionOf(form, 'record') === 'checking',
      cep: fields.cep,
      street: fields.street,
      city: fields.city,
      number: fields.number,
      refusals,
      open: form.standIns.open,
    }
  },
})

testPaths<CondominiumLeavingModelContext, CondominiumLeavingModelEvent, Form>('leaving the form of a condominium', {
  model: condominiumLeavingModel,
  events: [
    { type: 'person.types', name: 'Aurora' },
    { type: 'person.types', name: '' },
    { type: 'link.leads', to: '/devices' },
    { type: 'person.leaves' },
    { type: 'person.stays' },
    { type: 'page.isLeft' },
    { type: 'page.returns' },
    { type: 'person.discards' },
  ],
  key: ({ value, context: { name, destination } }) => `${nameOf(value)} ${name} ${destination}`,
  start: () => startForm(null),
  perform: {
    'person.types': ({ send }, { name }) => send({ type: 'form.edit', field: 'name', text: name }),
    'link.leads': ({ send }, { to }) => send({ type: 'form.leave', to }),
    'person.leaves': ({ send }) => send({ type: 'leave.confirm' }),
    'person.stays': ({ send }) => send({ type: 'leave.stay' }),
    'page.isLeft': ({ send }) => send({ type: 'form.hidden' }),
    'page.returns': ({ send }) => send({ type: 'form.shown' }),
    'person.discards': ({ send }) => send({ type: 'form.discard' }),
  },
  tags: ({ tags, context: { name } }) => (tags.has('open') && name !== '' ? [...tags, 'changed'] : tags),
  expected: ({ value, context: { name, destination } }) => ({
    state: nameOf(value),
    name,
    destination,
  }),
  actual: (form) => {
    const snapshot = form.snapshot()
    return {
      state: regionOf(form, 'leaving') || nameOf(snapshot.value),
      name: snapshot.context.fields.name,
      destination: snapshot.context.destination,
    }
  },
})

test('saving a new condominium sends no etag and reports the condominium as new', async () => {
  const form = startForm(null)
  form.send({ type: 'form.edit', field: 'name', text: 'Aurora' })
  form.send({ type: 'form.edit', field: 'wordCode', text: 'aurora-01' })
  form.send({ type: 'form.save' })
  expect(form.journal.at(-1)).toBe('asks save {"etag":null,"name":"Aurora"}')
  form.standIns.resolve('save', { kind: 'saved', condominium: recordOf(first) })
  await form.settle()
  expect(form.journal.at(-1)).toContain('"isNew":true')
  form.stop()
})

test('a CEP look-up that exceeds its time limit is aborted', async () => {
  const form = startForm(null)
  form.send({ type: 'form.edit', field: 'cep', text: '01310100' })
  await form.advance(timeoutMs)
  expect(form.standIns.open).toEqual([])
  expect(regionOf(form, 'cep')).toBe('unavailable')
  form.stop()
})

test("taking the other person's version cancels the CEP look-up", async () => {
  const form = startForm('c1')
  const { standIns, settle, send, snapshot, stop } = form
  standIns.resolve('loadRecord', { condominium: recordOf(first), etag: '"1"' })
  await settle()
  send({ type: 'form.edit', field: 'cep', text: '01310100' })
  standIns.reject('lookUpCep', failureWith(503, 'Tente mais tarde.'))
  await settle()
  send({ type: 'form.save' })
  standIns.resolve('save', { kind: 'conflict', theirs: { condominium: recordOf(second), etag: '"2"' } })
  await settle()
  send({ type: 'cep.retry' })
  send({ type: 'conflict.takeTheirs' })
  expect(standIns.open).toEqual([])
  expect(regionOf(form, 'cep')).toBe('idle')
  expect(snapshot().context.fields.district).toBe(second.district)
  stop()
})

testCoverage(coverage)

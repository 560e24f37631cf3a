import { describe, expect, test } from 'vitest'
import { personFormMachine } from '../../../src/machines/people/person-form.machine.ts'
import type { PersonRecord } from '../../../src/services/people/people-api.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Entered,
  first,
  type PersonFormModelContext,
  type PersonFormModelEvent,
  personFormModel,
  second,
} from './person-form.model.ts'

const coverage = new Coverage(personFormMachine)

function startForm(id: string | null) {
  const standIns = new StandIns()
  const machine = personFormMachine.provide({
    actors: {
      readPerson: standIns.promise('readPerson'),
      save: standIns.promise('save', ({ record, fields: { name, type } }) => ({
        etag: record?.etag ?? null,
        name,
        type,
      })),
    },
    actions: {
      followLink: standIns.effect('followLink', (_, { destination }) => destination),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { id }, inspect: coverage.inspect })
}

type Form = ReturnType<typeof startForm>

function recordOf({ name, type }: Entered, etag: string): PersonRecord {
  return {
    etag,
    person: {
      id: 'p1',
      name,
      email: 'marina@porto.com.br',
      type,
      permissions: ['device:write'],
      seesAll: true,
      condominiums: 0,
      condominiumsId: [],
      status: 'active',
      lastSeenAt: null,
      linkUntil: null,
    },
  }
}

const failureWith = (status: number, text: string) => Object.assign(new Error(text), { status })

function recordState({ snapshot }: Form): string {
  const { value } = snapshot()
  return typeof value === 'string' ? value : `open.${nameOf(value.open?.record ?? '')}`
}

const openOf: Readonly<Record<string, string[]>> = {
  loading: ['readPerson'],
  'open.rereading': ['readPerson'],
  'open.saving': ['save'],
}

testPaths<PersonFormModelContext, PersonFormModelEvent, Form>('changing a person', {
  model: personFormModel,
  events: [
    { type: 'server.reads' },
    { type: 'server.hasNone', status: 404, text: 'Não encontrado.' },
    { type: 'server.hasNone', status: 403, text: 'Você não tem permissão para isso.' },
    { type: 'server.isDown', text: 'Tente mais tarde.' },
    { type: 'person.readsAgain' },
    { type: 'person.types', name: 'Mari' },
    { type: 'person.types', name: '' },
    { type: 'person.saves' },
    { type: 'server.saves' },
    { type: 'server.refuses', field: 'seesAll', text: 'Quem cuida das pessoas vê tudo.' },
    { type: 'server.refuses', field: 'condominiumsId.3', text: 'Este condomínio não existe.' },
    { type: 'server.refuses', field: '', text: 'Ninguém mais poderia cuidar das pessoas com acesso.' },
    { type: 'server.fails', text: 'Tente mais tarde.' },
    { type: 'server.hasChanged' },
    { type: 'access.isChanged' },
    { type: 'server.readsAgain' },
    { type: 'server.isDownAgain' },
    { type: 'person.keepsMine' },
    { type: 'person.takesTheirs' },
    { type: 'person.continues' },
    { type: 'link.leavesPage' },
    { type: 'person.stays' },
    { type: 'person.leaves' },
  ],
  possible: ({ type }, { value }) => {
    const state = nameOf(value)
    if (['server.reads', 'server.hasNone', 'server.isDown'].includes(type)) return state === 'loading'
    if (['server.readsAgain', 'server.isDownAgain'].includes(type)) return state === 'open.rereading'
    return !type.startsWith('server.') || state === 'open.saving'
  },
  key: ({ value, context: { entered, etag, problems, failure, isAsked } }) =>
    JSON.stringify([nameOf(value), entered, etag, problems, failure, isAsked]),
  start: () => startForm('p1'),
  perform: {
    'server.reads': ({ standIns }) => standIns.resolve('readPerson', recordOf(first, '"1"')),
    'server.hasNone': ({ standIns }, { status, text }) => standIns.reject('readPerson', failureWith(status, text)),
    'server.isDown': ({ standIns }, { text }) => standIns.reject('readPerson', failureWith(503, text)),
    'person.readsAgain': ({ send }) => send({ type: 'form.reload' }),
    'person.types': ({ send }, { name }) => send({ type: 'form.edit', change: { name } }),
    'person.saves': ({ send }) => send({ type: 'form.save' }),
    'server.saves': ({ standIns }) => standIns.resolve('save', { kind: 'saved', record: recordOf(second, '"2"') }),
    'server.refuses': ({ standIns }, { field, text }) =>
      standIns.resolve('save', { kind: 'refused', fields: field === '' ? {} : { [field]: text }, message: text }),
    'server.fails': ({ standIns }, { text }) => standIns.reject('save', failureWith(503, text)),
    'server.hasChanged': ({ standIns }) =>
      standIns.resolve('save', { kind: 'conflict', theirs: recordOf(second, '"2"') }),
    'access.isChanged': ({ send }) => send({ type: 'person.stale' }),
    'server.readsAgain': ({ standIns }) => standIns.resolve('readPerson', recordOf(second, '"2"')),
    'server.isDownAgain': ({ standIns }) => standIns.reject('readPerson'),
    'person.keepsMine': ({ send }) => send({ type: 'conflict.keepMine' }),
    'person.takesTheirs': ({ send }) => send({ type: 'conflict.takeTheirs' }),
    'person.continues': ({ send }) => send({ type: 'conflict.goOn' }),
    'link.leavesPage': ({ send }) => send({ type: 'form.leave', to: '/users' }),
    'person.stays': ({ send }) => send({ type: 'leave.stay' }),
    'person.leaves': ({ send }) => send({ type: 'leave.confirm' }),
  },
  tags: ({ tags, context: { base, entered, isAsked } }) => [
    ...tags,
    ...(tags.has('open') && (entered.name !== base.name || entered.type !== base.type) ? ['changed'] : []),
    ...(tags.has('open') && isAsked ? ['asking'] : []),
  ],
  expected: ({ value, context: { entered, hasTheirs, problems, refusals, failure } }) => {
    const isRead = !['loading', 'missing', 'unavailable'].includes(nameOf(value))
    return {
      state: nameOf(value),
      entered: isRead ? entered : { name: '', type: 'operator' },
      hasTheirs,
      problems,
      refusals,
      failure,
      open: openOf[nameOf(value)] ?? [],
    }
  },
  actual: (form) => {
    const { fields, theirs, problems, refusals, failure } = form.snapshot().context
    return {
      state: recordState(form),
      entered: { name: fields.name, type: fields.type },
      hasTheirs: theirs !== null,
      problems,
      refusals,
      failure: failure?.message ?? null,
      open: form.standIns.open,
    }
  },
})

describe('the form that invites a person', () => {
  test('shows the link once, and starts with empty fields for the next person', async () => {
    const form = startForm(null)
    form.send({ type: 'form.edit', change: { name: 'Marina', email: 'marina@porto.com.br' } })
    expect(form.snapshot().hasTag('changed')).toBe(true)
    form.send({ type: 'form.save' })
    const { person } = recordOf(first, '"1"')
    const link = { token: 'secret', until: '2026-03-05T09:00:00.000Z' }
    form.standIns.resolve('save', { kind: 'invited', person, link })
    await form.settle()
    expect(form.snapshot().context.invited).toEqual({ person, link })
    expect([...form.snapshot().tags].sort()).toEqual(['invited', 'open'])
    form.send({ type: 'form.again' })
    expect(form.snapshot().context).toMatchObject({ invited: null, fields: { name: '', email: '' } })
    form.stop()
  })

  test('rejects an invalid e-mail, and a person with users:write who does not see all condominiums', () => {
    const form = startForm(null)
    form.send({
      type: 'form.edit',
      change: { name: 'Marina', email: 'marina', permissions: ['users:write'], seesAll: false },
    })
    form.send({ type: 'form.save' })
    expect(Object.keys(form.snapshot().context.problems)).toEqual(['email', 'seesAll'])
    form.send({ type: 'form.edit', change: { seesAll: true } })
    expect(Object.keys(form.snapshot().context.problems)).toEqual(['email'])
    form.stop()
  })
})

testCoverage(coverage)

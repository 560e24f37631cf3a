import { and, assign, not, raise, sendParent, setup, stateIn } from 'xstate'
import { isWholeCep } from '../../../contract/fields/cep.ts'
import { type CondominiumField, condominiumProblems } from '../../../contract/fields/condominium.ts'
import type { CepAnswer } from '../../services/condominiums/cep-api.ts'
import type {
  CondominiumEntries,
  CondominiumRecord,
  SaveAnswer,
} from '../../services/condominiums/condominium-record-api.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { draft, isMissing, leaving, loadFailures, noteFailure } from '../parts/record-form.ts'
import {
  afterAnswer,
  afterCheck,
  afterKeepingMine,
  afterLookUp,
  afterTyping,
  asRead,
  isChanged,
  namesFields,
  savedReport,
} from './condominium-draft.ts'
import { entriesOf } from './condominium-field-rules.ts'
import type { CondominiumFormContext, CondominiumFormEvent, CondominiumFormInput } from './condominium-form-protocol.ts'

/** Timeout of the lookup of an address, in milliseconds. */
const cepTimeoutMs = 10_000

type Output<Answer> = { event: { output: Answer } }

const saved = ({ event }: Output<SaveAnswer>) => ({ answer: event.output })
const lookedUp = ({ event }: Output<CepAnswer>) => ({ answer: event.output })

/** The form of a condominium: CEP lookup, conflicts between two users, leaving with unsaved changes (CON-4). */
export const condominiumFormMachine = setup({
  types: {} as {
    context: CondominiumFormContext
    events: CondominiumFormEvent
    input: CondominiumFormInput
    tags:
      | ('missing' | 'unavailable' | 'open' | 'conflict' | 'saved' | 'discarded')
      | ('busy' | 'changed' | 'asking' | 'away')
  },
  actors: {
    loadRecord: promiseNotProvided<CondominiumRecord, { id: string }>('condominiumForm.loadRecord'),
    save: promiseNotProvided<
      SaveAnswer,
      { record: CondominiumRecord | null; customersId: string; entries: CondominiumEntries }
    >('condominiumForm.save'),
    lookUpCep: promiseNotProvided<CepAnswer, { cep: string }>('condominiumForm.lookUpCep'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('condominiumForm.logFailure'),
    /** Shows the list, which reports the save. */
    showList: effectNotProvided('condominiumForm.showList'),
    followLink: effectNotProvided<{ destination: string }>('condominiumForm.followLink'),
    takeRecord: assign((_, { record }: { record: CondominiumRecord | null }) => asRead(record)),
    takeText: assign(({ context }, { field, text }: { field: CondominiumField; text: string }) =>
      afterTyping(context, field, text),
    ),
    enterCep: raise({ type: 'cep.entered' }),
    takeAddress: assign(({ context }, { answer }: { answer: CepAnswer }) => afterLookUp(context, answer)),
    noteProblems: assign(({ context }) => afterCheck(context)),
    noteAnswer: assign(({ context }, { answer }: { answer: SaveAnswer }) => afterAnswer(context, answer)),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error) })),
    forgetFailure: assign({ problems: {}, failure: null }),
    keepMine: assign(({ context }) => afterKeepingMine(context)),
    takeTheirs: assign(({ context }) => asRead(context.theirs)),
    forgetTheirs: assign({ theirs: null }),
    noteDestination: assign((_, { to }: { to: string }) => ({ destination: to })),
    reportSaved: sendParent(({ context }, { answer }: { answer: SaveAnswer }) => savedReport(context, answer)),
  },
  guards: {
    isNew: ({ context }) => context.id === null,
    isMissing,
    isCep: (_, { field }: { field: CondominiumField }) => field === 'cep',
    isWholeCep: ({ context }) => isWholeCep(context.fields.cep),
    isUnknown: (_, { answer }: { answer: CepAnswer }) => answer.kind === 'unknown',
    isTownWide: (_, { answer }: { answer: CepAnswer }) => answer.kind === 'found' && answer.address.street === '',
    isLookingUp: stateIn({ open: { cep: 'looking' } }),
    isChanged: ({ context }) => isChanged(context),
    breaksRules: ({ context }) => Object.keys(condominiumProblems(context.fields)).length > 0,
    isWritten: stateIn({ open: { record: 'written' } }),
    isAway: stateIn({ open: { leaving: 'away' } }),
    isSaved: (_, { answer }: { answer: SaveAnswer }) => answer.kind === 'saved',
    isConflict: (_, { answer }: { answer: SaveAnswer }) => answer.kind === 'conflict',
    namesFields: (_, { answer }: { answer: SaveAnswer }) => namesFields(answer),
  },
  delays: { cepTimeout: cepTimeoutMs },
}).createMachine({
  id: 'condominiumForm',
  meta: { requirements: ['CON-4'] },
  context: ({ input }) => ({ ...input, ...asRead(null), problems: {}, refusals: 0, failure: null, destination: '' }),
  initial: 'opening',
  states: {
    opening: {
      description: 'A new condominium has no record to load.',
      always: [{ guard: 'isNew', target: 'open' }, { target: 'loading' }],
    },
    loading: {
      invoke: {
        src: 'loadRecord',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'open', actions: { type: 'takeRecord', params: ({ event }) => ({ record: event.output }) } },
        ...loadFailures({ missing: 'Condomínio não encontrado.', unavailable: 'Condomínio não carregado.' }),
      },
    },
    missing: { description: 'The condominium does not exist, or the user may not see it.', tags: 'missing' },
    unavailable: { tags: 'unavailable', on: { 'form.reload': { target: 'loading', actions: 'forgetFailure' } } },
    open: {
      type: 'parallel',
      tags: 'open',
      always: [
        { guard: and(['isWritten', not('isAway')]), target: 'saved', actions: 'showList' },
        { guard: 'isWritten', target: 'saved' },
      ],
      states: {
        record: {
          description: 'Editing, checking and saving.',
          initial: 'editing',
          states: {
            editing: {
              description: 'The form waits for input; the substate is the result of the last save.',
              initial: 'untried',
              on: {
                'form.edit': [
                  {
                    guard: { type: 'isCep', params: ({ event }) => event },
                    target: '.untried',
                    actions: [{ type: 'takeText', params: ({ event }) => event }, 'enterCep'],
                  },
                  { target: '.untried', actions: { type: 'takeText', params: ({ event }) => event } },
                ],
                'form.save': { target: 'checking', actions: 'forgetFailure' },
              },
              states: { untried: {}, refused: {}, failed: {} },
            },
            checking: {
              description: 'Waits for a lookup in progress; then checks the rules.',
              tags: 'busy',
              always: [
                { guard: and([not('isLookingUp'), 'breaksRules']), target: 'editing.refused', actions: 'noteProblems' },
                { guard: not('isLookingUp'), target: 'saving' },
              ],
            },
            saving: {
              tags: 'busy',
              invoke: {
                src: 'save',
                input: ({ context: { record, customersId, fields } }) => ({
                  record,
                  customersId,
                  entries: entriesOf(fields),
                }),
                onDone: [
                  {
                    guard: { type: 'isSaved', params: saved },
                    target: 'written',
                    actions: { type: 'reportSaved', params: saved },
                  },
                  {
                    guard: { type: 'isConflict', params: saved },
                    target: 'conflict',
                    actions: { type: 'noteAnswer', params: saved },
                  },
                  {
                    guard: { type: 'namesFields', params: saved },
                    target: 'editing.refused',
                    actions: { type: 'noteAnswer', params: saved },
                  },
                  { target: 'editing.failed', actions: { type: 'noteAnswer', params: saved } },
                ],
                onError: { target: 'editing.failed', actions: [failed('Condomínio não salvo.'), noteFailure] },
              },
            },
            written: { description: 'Saved; the next page depends on whether the form is on screen.' },
            conflict: {
              tags: 'conflict',
              description: 'Another user has changed the record since it was loaded: nothing was saved.',
              on: {
                'conflict.keepMine': { target: 'checking', actions: 'keepMine' },
                'conflict.takeTheirs': { target: 'editing', actions: 'takeTheirs' },
                'conflict.goOn': { target: 'editing', actions: 'forgetTheirs' },
              },
            },
          },
        },
        cep: {
          description: 'Looks the CEP up as soon as it is complete.',
          initial: 'idle',
          on: {
            'cep.entered': [{ guard: 'isWholeCep', target: '.looking' }, { target: '.idle' }],
            'conflict.takeTheirs': '.idle',
          },
          states: {
            idle: {},
            looking: {
              invoke: {
                src: 'lookUpCep',
                input: ({ context }) => ({ cep: context.fields.cep }),
                onDone: [
                  { guard: { type: 'isUnknown', params: lookedUp }, target: 'unknown' },
                  {
                    guard: { type: 'isTownWide', params: lookedUp },
                    target: 'townWide',
                    actions: { type: 'takeAddress', params: lookedUp },
                  },
                  { target: 'found', actions: { type: 'takeAddress', params: lookedUp } },
                ],
                onError: { target: 'unavailable', actions: failed('Endereço do CEP não consultado.') },
              },
              after: { cepTimeout: 'unavailable' },
            },
            found: {},
            townWide: { description: 'One CEP for a whole town: the user must enter street and district.' },
            unknown: {},
            unavailable: {
              description: 'The lookup failed; the user may enter the address by hand.',
              on: { 'cep.retry': 'looking' },
            },
          },
        },
        draft,
        leaving: {
          description: 'Whether the page may be left: asks first if there are unsaved changes.',
          initial: 'staying',
          states: {
            staying: { on: { ...leaving.staying, 'form.hidden': 'away' } },
            asking: { tags: 'asking', on: { ...leaving.asking, 'form.hidden': 'away' } },
            away: {
              description: 'The page was left with Back, which cannot be prevented: the unsaved changes are kept.',
              tags: 'away',
              on: { 'form.shown': 'staying', 'form.discard': '#discarded' },
            },
          },
        },
      },
    },
    saved: { tags: 'saved' },
    discarded: { id: 'discarded', tags: 'discarded' },
  },
})

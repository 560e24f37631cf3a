import { assign, sendParent, setup } from 'xstate'
import type { PersonRecord, PersonSaveAnswer } from '../../services/people/people-api.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { draft, isMissing, leaving, loadFailures, noteFailure } from '../parts/record-form.ts'
import { refusedFields } from '../parts/refused-fields.ts'
import {
  changedFields,
  onTop,
  type PersonFields,
  type PersonProblems,
  personFieldNames,
  personProblems,
  readFields,
} from './person-fields.ts'
import type { PersonFormContext, PersonFormEvent, PersonFormReport } from './person-form-protocol.ts'

const answered = ({ event }: { event: { output: PersonSaveAnswer } }) => ({ answer: event.output })
const readRecord = ({ event }: { event: { output: PersonRecord } }) => ({ record: event.output })

/** The form of a person: inviting, changing, conflicts of two users, leaving with unsaved changes (ACC-2). */
export const personFormMachine = setup({
  types: {} as {
    context: PersonFormContext
    events: PersonFormEvent
    input: { id: string | null }
    tags:
      | ('missing' | 'unavailable' | 'open' | 'conflict' | 'saved' | 'invited' | 'discarded')
      | ('busy' | 'changed' | 'asking')
  },
  actors: {
    readPerson: promiseNotProvided<PersonRecord, { id: string }>('personForm.readPerson'),
    save: promiseNotProvided<PersonSaveAnswer, { record: PersonRecord | null; fields: PersonFields }>(
      'personForm.save',
    ),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('personForm.logFailure'),
    followLink: effectNotProvided<{ destination: string }>('personForm.followLink'),
    takeRecord: assign((_, { record }: { record: PersonRecord | null }) => ({ record, fields: readFields(record) })),
    /** Keeps the input and applies it to the current record. */
    takeFresh: assign(({ context }, { record }: { record: PersonRecord }) => ({
      record,
      fields: onTop(readFields(context.record), context.fields, readFields(record)),
    })),
    takeChange: assign(({ context }, { change }: { change: Partial<PersonFields> }) => ({
      fields: { ...context.fields, ...change },
      problems: Object.fromEntries(Object.entries(context.problems).filter(([field]) => !(field in change))),
    })),
    noteProblems: assign(({ context }) => ({
      problems: problemsOf(context),
      refusals: context.refusals + 1,
    })),
    noteAnswer: assign(({ context }, { answer }: { answer: PersonSaveAnswer }) => afterAnswer(context, answer)),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error) })),
    forgetFailure: assign({ problems: {}, failure: null, invited: null }),
    keepMine: assign(({ context: { record, fields, theirs } }) => ({
      record: theirs,
      fields: onTop(readFields(record), fields, readFields(theirs)),
      theirs: null,
    })),
    takeTheirs: assign(({ context: { theirs } }) => ({ record: theirs, fields: readFields(theirs), theirs: null })),
    forgetTheirs: assign({ theirs: null }),
    noteDestination: assign((_, { to }: { to: string }) => ({ destination: to })),
    reportSaved: sendParent({ type: 'person.saved' } satisfies PersonFormReport),
  },
  guards: {
    isNew: ({ context }) => context.id === null,
    isMissing,
    isChanged: ({ context: { record, fields } }) => changedFields(readFields(record), fields).length > 0,
    breaksRules: ({ context }) => Object.keys(problemsOf(context)).length > 0,
    isInvited: (_, { answer }: { answer: PersonSaveAnswer }) => answer.kind === 'invited',
    isSaved: (_, { answer }: { answer: PersonSaveAnswer }) => answer.kind === 'saved',
    isConflict: (_, { answer }: { answer: PersonSaveAnswer }) => answer.kind === 'conflict',
    namesFields: (_, { answer }: { answer: PersonSaveAnswer }) =>
      answer.kind === 'refused' && Object.keys(refusedFields(personFieldNames, answer.fields)).length > 0,
  },
}).createMachine({
  id: 'personForm',
  meta: { requirements: ['ACC-2'] },
  context: ({ input }) => ({
    id: input.id,
    record: null,
    fields: readFields(null),
    problems: {},
    refusals: 0,
    failure: null,
    theirs: null,
    invited: null,
    destination: '',
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'A new person has no record to load.',
      always: [{ guard: 'isNew', target: 'open' }, { target: 'loading' }],
    },
    loading: {
      on: { 'person.stale': { target: 'loading', reenter: true } },
      invoke: {
        src: 'readPerson',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'open', actions: { type: 'takeRecord', params: readRecord } },
        ...loadFailures({ missing: 'Pessoa não encontrada.', unavailable: 'Pessoa não carregada.' }),
      },
    },
    missing: {
      description: "The person is not among this customer's people, or the user may not see the person.",
      tags: 'missing',
    },
    unavailable: { tags: 'unavailable', on: { 'form.reload': { target: 'loading', actions: 'forgetFailure' } } },
    open: {
      type: 'parallel',
      tags: 'open',
      states: {
        record: {
          description: 'Editing, checking and saving.',
          initial: 'editing',
          states: {
            editing: {
              description: 'The form waits for input; the substate is the result of the last save.',
              initial: 'untried',
              on: {
                'form.edit': { target: '.untried', actions: { type: 'takeChange', params: ({ event }) => event } },
                'form.save': [
                  { guard: 'breaksRules', target: '.refused', actions: ['forgetFailure', 'noteProblems'] },
                  { target: 'saving', actions: 'forgetFailure' },
                ],
                'person.stale': 'rereading',
              },
              states: { untried: {}, refused: {}, failed: {}, saved: { tags: 'saved' } },
            },
            saving: {
              tags: 'busy',
              invoke: {
                src: 'save',
                input: ({ context: { record, fields } }) => ({ record, fields }),
                onDone: [
                  {
                    guard: { type: 'isInvited', params: answered },
                    target: 'invited',
                    actions: { type: 'noteAnswer', params: answered },
                  },
                  {
                    guard: { type: 'isSaved', params: answered },
                    target: 'editing.saved',
                    actions: [{ type: 'noteAnswer', params: answered }, 'reportSaved'],
                  },
                  {
                    guard: { type: 'isConflict', params: answered },
                    target: 'conflict',
                    actions: { type: 'noteAnswer', params: answered },
                  },
                  {
                    guard: { type: 'namesFields', params: answered },
                    target: 'editing.refused',
                    actions: { type: 'noteAnswer', params: answered },
                  },
                  { target: 'editing.failed', actions: { type: 'noteAnswer', params: answered } },
                ],
                onError: { target: 'editing.failed', actions: [failed('Pessoa não salva.'), noteFailure] },
              },
            },
            rereading: {
              description: 'The person was changed outside the form: saving needs the new version of the record.',
              tags: 'busy',
              on: { 'person.stale': { target: 'rereading', reenter: true } },
              invoke: {
                src: 'readPerson',
                input: ({ context }) => ({ id: context.id ?? '' }),
                onDone: { target: 'editing', actions: { type: 'takeFresh', params: readRecord } },
                onError: { target: 'editing', actions: failed('Pessoa não recarregada.') },
              },
            },
            conflict: {
              tags: 'conflict',
              description: 'Another user has changed the person since it was loaded: nothing was saved.',
              on: {
                'conflict.keepMine': { target: 'saving', actions: 'keepMine' },
                'conflict.takeTheirs': { target: 'editing', actions: 'takeTheirs' },
                'conflict.goOn': { target: 'editing', actions: 'forgetTheirs' },
              },
            },
            invited: {
              description: 'The link is shown, only this once.',
              tags: 'invited',
              on: { 'form.again': { target: 'editing', actions: 'forgetFailure' } },
            },
          },
        },
        draft,
        leaving: {
          description: 'Whether the page may be left: asks first if there are unsaved changes.',
          initial: 'staying',
          states: {
            staying: { on: leaving.staying },
            asking: { tags: 'asking', on: leaving.asking },
          },
        },
      },
    },
    discarded: { id: 'discarded', tags: 'discarded' },
  },
})

function problemsOf({ id, fields }: PersonFormContext): PersonProblems {
  return personProblems(fields, { isNew: id === null })
}

function afterAnswer({ refusals }: PersonFormContext, answer: PersonSaveAnswer): Partial<PersonFormContext> {
  switch (answer.kind) {
    case 'invited':
      return { invited: { person: answer.person, link: answer.link }, fields: readFields(null) }
    case 'saved':
      return { record: answer.record, fields: readFields(answer.record) }
    case 'conflict':
      return { theirs: answer.theirs }
    case 'refused': {
      const problems = refusedFields(personFieldNames, answer.fields)
      if (Object.keys(problems).length > 0) return { problems, refusals: refusals + 1 }
      return { failure: { status: 409, message: answer.message } }
    }
  }
}

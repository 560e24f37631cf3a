import { assertEvent, assign, setup } from 'xstate'
import type { NewReport } from '../../../contract/wire/requests/incidents.ts'
import type { ReportAnswer } from '../../services/incidents/incidents-api.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { refusedFields } from '../parts/refused-fields.ts'
import {
  type EnteredReport,
  isComplete,
  type ReportField,
  type ReportProblems,
  reportFields,
  reportProblems,
} from './report-rules.ts'

/** The view keeps the field values until it sends them. The machine keeps only the text. */
interface ReportContext {
  /** The text that the person typed earlier and did not send. */
  draft: string
  problems: ReportProblems
  /** Counts the refusals, so that a view can focus the first problem after each of them. */
  refusals: number
  /** Why the last attempt failed, as a text for the user. */
  failure: string | null
}

export type ReportEvent =
  | { type: 'report.send'; entered: EnteredReport }
  | { type: 'report.edited'; field: ReportField }
  | { type: 'report.typed'; text: string }

const refusal = ({ event: { output } }: { event: { output: ReportAnswer } }) => ({ answer: output })

/** The form for a written occurrence; the unsent text stays in the browser (BOOK-1). */
export const reportMachine = setup({
  types: {} as { context: ReportContext; events: ReportEvent; tags: 'busy' | 'unknown' },
  actors: {
    readDraft: promiseNotProvided<string>('report.readDraft'),
    write: promiseNotProvided<ReportAnswer, NewReport>('report.write'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('report.logFailure'),
    /** Stores the unsent text; '' removes the stored text. */
    keepDraft: effectNotProvided<{ text: string }>('report.keepDraft'),
    /** Shows the page of the new incident. */
    showIncident: effectNotProvided<{ answer: ReportAnswer }>('report.showIncident'),
    takeDraft: assign((_, { draft }: { draft: string }) => ({ draft })),
    noteProblems: assign(({ context }, { entered }: { entered: EnteredReport }) => ({
      problems: reportProblems(entered),
      refusals: context.refusals + 1,
      failure: null,
    })),
    noteRefusal: assign(({ context }, { answer }: { answer: ReportAnswer }) => ({
      problems: answer.kind === 'refused' ? refusedFields(reportFields, answer.fields) : {},
      refusals: context.refusals + 1,
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error).message })),
    dropProblem: assign(({ context }, { field }: { field: ReportField }) => {
      const { [field]: _, ...problems } = context.problems
      return { problems }
    }),
    clear: assign({ problems: {}, failure: null }),
  },
  guards: {
    isComplete: (_, { entered }: { entered: EnteredReport }) => isComplete(entered),
    isRefused: (_, { answer }: { answer: ReportAnswer }) => answer.kind === 'refused',
  },
}).createMachine({
  id: 'report',
  meta: { requirements: ['BOOK-1'] },
  context: { draft: '', problems: {}, refusals: 0, failure: null },
  initial: 'recalling',
  states: {
    recalling: {
      description: 'Reads the text that the person typed earlier and did not send.',
      tags: 'unknown',
      invoke: {
        src: 'readDraft',
        onDone: {
          target: 'writing',
          actions: { type: 'takeDraft', params: ({ event }) => ({ draft: event.output }) },
        },
        onError: { target: 'writing', actions: failed('Rascunho da ocorrência não lido.') },
      },
    },
    writing: {
      on: {
        'report.edited': { actions: { type: 'dropProblem', params: ({ event }) => event } },
        'report.typed': { actions: { type: 'keepDraft', params: ({ event }) => event } },
        'report.send': [
          {
            guard: { type: 'isComplete', params: ({ event }) => event },
            target: 'sending',
            actions: 'clear',
          },
          { actions: { type: 'noteProblems', params: ({ event }) => event } },
        ],
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        src: 'write',
        input: ({ event }) => {
          assertEvent(event, 'report.send')
          if (!isComplete(event.entered)) throw new Error('an incomplete occurrence was sent')
          return event.entered
        },
        onDone: [
          {
            guard: { type: 'isRefused', params: refusal },
            target: 'writing',
            actions: { type: 'noteRefusal', params: refusal },
          },
          {
            target: 'written',
            actions: [
              { type: 'keepDraft', params: { text: '' } },
              { type: 'showIncident', params: refusal },
            ],
          },
        ],
        onError: {
          target: 'writing',
          actions: [failed('Ocorrência não registrada.'), { type: 'noteFailure', params: ({ event }) => event }],
        },
      },
    },
    written: { description: 'The page of the new incident replaces the form.', tags: 'busy' },
  },
})

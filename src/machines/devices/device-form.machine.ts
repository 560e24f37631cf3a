import { assign, sendParent, setup } from 'xstate'
import { effectNotProvided } from '../parts/not-provided.ts'
import { DeviceRejectedError } from './calls/device-errors.ts'
import {
  type DeviceFormField,
  type DeviceFormValues,
  deviceFormFields,
  deviceFormProblems,
} from './device-form-rules.ts'
import type { DeviceOperation, OperationEnd } from './device-operation-protocol.ts'

export type DeviceFormProblems = Readonly<Partial<Record<DeviceFormField, string>>>

/** What is typed stands in the fields, until it is saved. */
interface DeviceFormContext {
  problems: DeviceFormProblems
  /** How often problems were found, so that a view can lead to the first one each time. */
  refusals: number
  /** What was last asked for. */
  operation: DeviceOperation | null
  /** How the last saving came to nothing. */
  failure: OperationEnd | null
  /** Where the person was going when asked about what is unsaved. */
  destination: string
}

export type DeviceFormEvent =
  /** `operation` is what is done with the values where no rule is against them. */
  | { type: 'form.save'; entered: DeviceFormValues; operation: DeviceOperation }
  /** `isChanged`: something stands in the fields that did not when the page was opened. */
  | { type: 'form.edited'; field: DeviceFormField; isChanged: boolean }
  /** A link or Back leads away. */
  | { type: 'form.leave'; to: string }
  | { type: 'leave.confirm' }
  | { type: 'leave.stay' }
  | OperationEnd
  /** Something else is under way at the device. */
  | { type: 'operation.barred' }

/** What the form tells its supervisor. */
export type DeviceFormReport =
  | { type: 'form.operate'; operation: DeviceOperation }
  | { type: 'device.dismiss'; wordCode: string }

/** The form in which a device is registered or changed, and leaving what is unsaved (DEV-6). */
export const deviceFormMachine = setup({
  types: {} as {
    context: DeviceFormContext
    events: DeviceFormEvent
    tags: 'busy' | 'marked' | 'barred' | 'changed' | 'asking'
  },
  actions: {
    /** Shows the page of the device, which tells that it was saved. */
    showDevice: effectNotProvided<{ wordCode: string }>('deviceForm.showDevice'),
    followLink: effectNotProvided<{ destination: string }>('deviceForm.followLink'),
    noteDestination: assign((_, { to }: { to: string }) => ({ destination: to })),
    noteBrokenRules: assign(({ context }, { entered }: { entered: DeviceFormValues }) => ({
      problems: deviceFormProblems(entered),
      refusals: context.refusals + 1,
    })),
    noteRefusal: assign(({ context }, { error }: { error: Error | null }) => ({
      problems: refusedFields(error),
      refusals: context.refusals + 1,
    })),
    noteFailure: assign((_, { failure }: { failure: OperationEnd }) => ({ failure })),
    noteOperation: assign((_, { operation }: { operation: DeviceOperation }) => ({ operation })),
    dropProblem: assign(({ context: { problems } }, { field }: { field: DeviceFormField }) => {
      const { [field]: _, ...others } = problems
      return { problems: others }
    }),
    clear: assign({ problems: {}, failure: null }),
    operate: sendParent(
      (_, { operation }: { operation: DeviceOperation }): DeviceFormReport => ({ type: 'form.operate', operation }),
    ),
    /** It is told here, and not on the device's page too. */
    dismiss: sendParent(
      (_, { operation }: OperationEnd): DeviceFormReport => ({
        type: 'device.dismiss',
        wordCode: operation.target.wordCode,
      }),
    ),
  },
  guards: {
    breaksRules: (_, { entered }: { entered: DeviceFormValues }) => Object.keys(deviceFormProblems(entered)).length > 0,
    isChanged: (_, { isChanged }: { isChanged: boolean }) => isChanged,
    isOther: ({ context }, { operation }: OperationEnd) => operation !== context.operation,
    isSameDevice: ({ context }, { operation: { kind, target } }: OperationEnd) =>
      target.wordCode === context.operation?.target.wordCode && kind !== 'reset',
    isSaved: (_, { outcome }: OperationEnd) => outcome === 'succeeded',
    namesFields: (_, { error }: OperationEnd) => Object.keys(refusedFields(error)).length > 0,
  },
}).createMachine({
  id: 'deviceForm',
  meta: { requirements: ['DEV-6'] },
  context: { problems: {}, refusals: 0, operation: null, failure: null, destination: '' },
  type: 'parallel',
  states: {
    record: {
      description: 'What is entered, checked and saved.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form waits for a person; its state is how the last saving went.',
          initial: 'untried',
          on: {
            'form.save': [
              {
                guard: { type: 'breaksRules', params: ({ event }) => event },
                target: '.unready',
                actions: ['clear', { type: 'noteBrokenRules', params: ({ event }) => event }],
              },
              {
                target: 'saving',
                actions: [
                  'clear',
                  { type: 'noteOperation', params: ({ event }) => event },
                  { type: 'operate', params: ({ event }) => event },
                ],
              },
            ],
            'form.edited': { actions: { type: 'dropProblem', params: ({ event }) => event } },
          },
          states: {
            untried: {},
            unready: { description: 'By the rules of the fields; nobody was asked.' },
            refused: { description: 'The service holds something against what stands in the fields.', tags: 'marked' },
            failed: {},
            barred: {
              description: 'Something else is under way at the device, and has to end first.',
              tags: 'barred',
              on: {
                'operation.ended': { guard: { type: 'isSameDevice', params: ({ event }) => event }, target: 'untried' },
              },
            },
          },
        },
        saving: {
          description: 'The operation goes on though the page is left: it is a child of the supervisor.',
          tags: 'busy',
          on: {
            'operation.barred': 'editing.barred',
            'operation.ended': [
              { guard: { type: 'isOther', params: ({ event }) => event } },
              {
                guard: { type: 'isSaved', params: ({ event }) => event },
                target: 'saved',
                actions: { type: 'showDevice', params: ({ event }) => event.operation.target },
              },
              {
                guard: { type: 'namesFields', params: ({ event }) => event },
                target: 'editing.refused',
                actions: [
                  { type: 'noteRefusal', params: ({ event }) => event },
                  { type: 'noteFailure', params: ({ event }) => ({ failure: event }) },
                  { type: 'dismiss', params: ({ event }) => event },
                ],
              },
              {
                target: 'editing.failed',
                actions: [
                  { type: 'noteFailure', params: ({ event }) => ({ failure: event }) },
                  { type: 'dismiss', params: ({ event }) => event },
                ],
              },
            ],
          },
        },
        saved: { description: 'The page of the device is shown.' },
      },
    },
    leaving: {
      description: 'Whether the page may be left: what is unsaved is asked after first.',
      initial: 'unchanged',
      states: {
        unchanged: {
          on: { 'form.edited': { guard: { type: 'isChanged', params: ({ event }) => event }, target: 'changed' } },
        },
        changed: {
          tags: 'changed',
          on: {
            'form.edited': [
              { guard: { type: 'isChanged', params: ({ event }) => event } },
              { description: 'All is back as it was.', target: 'unchanged' },
            ],
            'form.save': [{ guard: { type: 'breaksRules', params: ({ event }) => event } }, { target: 'handedOver' }],
            'form.leave': {
              target: 'asking',
              actions: { type: 'noteDestination', params: ({ event }) => event },
            },
          },
        },
        handedOver: {
          description: 'What is being saved goes on without the page.',
          on: {
            'operation.barred': 'changed',
            'operation.ended': [
              { guard: { type: 'isOther', params: ({ event }) => event } },
              { guard: { type: 'isSaved', params: ({ event }) => event }, target: 'unchanged' },
              { target: 'changed' },
            ],
          },
        },
        asking: {
          tags: ['changed', 'asking'],
          on: {
            'leave.stay': 'changed',
            'leave.confirm': {
              target: 'unchanged',
              actions: { type: 'followLink', params: ({ context }) => context },
            },
          },
        },
      },
    },
  },
})

/** What the service holds against each field; a wordCode that is taken is one of them (contract "Devices"). */
function refusedFields(error: Error | null): DeviceFormProblems {
  if (!(error instanceof DeviceRejectedError)) return {}
  const { status, message, fields } = error
  const held: Readonly<Record<string, string>> = status === 409 ? { wordCode: message, ...fields } : fields
  return Object.fromEntries(deviceFormFields.flatMap((field) => (field in held ? [[field, held[field]]] : [])))
}

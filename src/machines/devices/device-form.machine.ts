import { assign, sendParent, setup } from 'xstate'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { effectNotProvided } from '../parts/not-provided.ts'
import type { LeaveEvent, RecordFormEvent } from '../parts/record-form.ts'
import { refusedFields } from '../parts/refused-fields.ts'
import { DeviceRejectedError } from './calls/device-errors.ts'
import {
  type DeviceFormField,
  type DeviceFormValues,
  deviceFormFields,
  deviceFormProblems,
} from './device-form-rules.ts'
import { type EditConflict, editConflict } from './device-form-versions.ts'
import type { DeviceOperation, OperationEnd } from './device-operation-protocol.ts'

export type DeviceFormProblems = Readonly<Partial<Record<DeviceFormField, string>>>

/** The field values are in the view until they are saved, not here. */
interface DeviceFormContext {
  problems: DeviceFormProblems
  /** Counts the refusals, so that a view can focus the first problem after each of them. */
  refusals: number
  /** The last requested operation. */
  operation: DeviceOperation | null
  /** The result of the last failed save. */
  failure: OperationEnd | null
  conflict: EditConflict | null
  /** The record that replaced the user's version after a conflict. */
  taken: Device | null
  /** The address that the user wanted to open when asked about unsaved changes. */
  destination: string
}

export type DeviceFormEvent =
  /** `operation`: the operation to start if the values break no rule. */
  | { type: 'form.save'; entered: DeviceFormValues; operation: DeviceOperation }
  /** `isChanged`: whether the fields differ from their values when the page was opened. */
  | { type: 'form.edited'; field: DeviceFormField; isChanged: boolean }
  | LeaveEvent
  | Extract<RecordFormEvent, { type: `conflict.${string}` }>
  | OperationEnd
  /** Another operation on this device is in progress. */
  | { type: 'operation.barred' }

/** Events that the form sends to its supervisor. */
export type DeviceFormReport =
  | { type: 'form.operate'; operation: DeviceOperation }
  | { type: 'device.dismiss'; wordCode: string }

/** The form for creating and editing a device, and leaving it with unsaved changes (DEV-6). */
export const deviceFormMachine = setup({
  types: {} as {
    context: DeviceFormContext
    events: DeviceFormEvent
    tags: 'busy' | 'marked' | 'barred' | 'changed' | 'asking' | 'conflict'
  },
  actions: {
    /** Shows the page of the device, which reports the save. */
    showDevice: effectNotProvided<{ wordCode: string }>('deviceForm.showDevice'),
    followLink: effectNotProvided<{ destination: string }>('deviceForm.followLink'),
    noteDestination: assign((_, { to }: { to: string }) => ({ destination: to })),
    noteBrokenRules: assign(({ context }, { entered }: { entered: DeviceFormValues }) => ({
      problems: deviceFormProblems(entered),
      refusals: context.refusals + 1,
    })),
    noteRefusal: assign(({ context }, { error }: { error: Error | null }) => ({
      problems: refusals(error),
      refusals: context.refusals + 1,
    })),
    noteFailure: assign((_, { failure }: { failure: OperationEnd }) => ({ failure })),
    noteOperation: assign((_, { operation }: { operation: DeviceOperation }) => ({ operation })),
    dropProblem: assign(({ context: { problems } }, { field }: { field: DeviceFormField }) => {
      const { [field]: _, ...others } = problems
      return { problems: others }
    }),
    noteConflict: assign((_, end: OperationEnd) => ({ conflict: conflictIn(end) })),
    takeTheirs: assign(({ context: { conflict } }) => ({ taken: conflict?.theirs ?? null, conflict: null })),
    forgetConflict: assign({ conflict: null }),
    clear: assign({ problems: {}, failure: null }),
    operate: sendParent(
      (_, { operation }: { operation: DeviceOperation }): DeviceFormReport => ({ type: 'form.operate', operation }),
    ),
    /** Removes the result from the device's page, because the form shows it. */
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
    isConflict: (_, end: OperationEnd) => conflictIn(end) !== null,
    namesFields: (_, { error }: OperationEnd) => Object.keys(refusals(error)).length > 0,
  },
}).createMachine({
  id: 'deviceForm',
  meta: { requirements: ['DEV-6'] },
  context: {
    problems: {},
    refusals: 0,
    operation: null,
    failure: null,
    conflict: null,
    taken: null,
    destination: '',
  },
  type: 'parallel',
  states: {
    record: {
      description: 'Editing, checking and saving.',
      initial: 'editing',
      states: {
        editing: {
          description: 'The form waits for input; the substate is the result of the last save.',
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
            unready: { description: 'The input breaks rules of the fields; nothing was sent.' },
            refused: { description: 'The service refused values of some fields.', tags: 'marked' },
            failed: {},
            barred: {
              description: 'Another operation on this device is in progress and must end first.',
              tags: 'barred',
              on: {
                'operation.ended': { guard: { type: 'isSameDevice', params: ({ event }) => event }, target: 'untried' },
              },
            },
          },
        },
        saving: {
          description: 'The operation continues if the page is left: it is a child of the supervisor.',
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
                guard: { type: 'isConflict', params: ({ event }) => event },
                target: 'conflict',
                actions: [
                  { type: 'noteConflict', params: ({ event }) => event },
                  { type: 'dismiss', params: ({ event }) => event },
                ],
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
        conflict: {
          description: 'Another user has changed the device since the form was opened: nothing was saved.',
          tags: 'conflict',
          on: {
            'conflict.keepMine': {
              target: 'saving',
              actions: [
                { type: 'operate', params: ({ context }) => keptEdit(context) },
                { type: 'noteOperation', params: ({ context }) => keptEdit(context) },
                'forgetConflict',
              ],
            },
            'conflict.takeTheirs': { target: 'editing', actions: 'takeTheirs' },
            'conflict.goOn': { target: 'editing', actions: 'forgetConflict' },
          },
        },
        saved: { description: 'Shows the page of the device.' },
      },
    },
    leaving: {
      description: 'Whether the page may be left: asks first if there are unsaved changes.',
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
              { description: 'The fields have their initial values again.', target: 'unchanged' },
            ],
            'form.save': [{ guard: { type: 'breaksRules', params: ({ event }) => event } }, { target: 'handedOver' }],
            'conflict.keepMine': 'handedOver',
            'conflict.takeTheirs': { description: 'The fields have the values of the record.', target: 'unchanged' },
            'form.leave': {
              target: 'asking',
              actions: { type: 'noteDestination', params: ({ event }) => event },
            },
          },
        },
        handedOver: {
          description: 'The save continues without the page.',
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

/** The change to send again. Throws if the form has no conflict. */
function keptEdit({ conflict }: DeviceFormContext): { operation: DeviceOperation } {
  if (conflict === null) throw new Error('expected a conflict')
  return { operation: conflict.kept }
}

/** The conflict, if the service refused an edit because of a newer record. */
function conflictIn({ operation, error }: OperationEnd): EditConflict | null {
  if (operation.kind !== 'edit' || !(error instanceof DeviceRejectedError) || error.status !== 412) return null
  return error.current === undefined ? null : editConflict(operation, error.current)
}

/** The service's text for each refused field; status 409: the wordCode is in use (contract "Devices"). */
function refusals(error: Error | null): DeviceFormProblems {
  if (!(error instanceof DeviceRejectedError)) return {}
  const { status, message, fields } = error
  const held = status === 409 ? { wordCode: message, ...fields } : fields
  return refusedFields(deviceFormFields, held)
}

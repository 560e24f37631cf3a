import { and, assertEvent, assign, raise, setup, stateIn } from 'xstate'
import type { DrawnChart } from '../../inspector/charts/drawn-chart.ts'
import type { Recording } from '../../inspector/recording/recording.ts'
import type { RecordingFile } from '../../inspector/recording/recording-file.ts'
import type { InspectorLikes } from '../../services/inspector/inspector-likes.ts'
import { failed } from '../parts/failed.ts'
import {
  callbackNotProvided,
  effectNotProvided,
  machineNotProvided,
  promiseNotProvided,
} from '../parts/not-provided.ts'
import type { brakeMachine } from './brake.machine.ts'
import type { eventSenderMachine } from './event-sender.machine.ts'
import type { hostedInspectorMachine } from './hosted-inspector.machine.ts'
import { actorNamed, chartOf, inspectedIn, lastSeq, nearestSeq, successorOf } from './inspector-moment.ts'
import type { InspectorContext, InspectorEvent } from './inspector-protocol.ts'
import type { pageFaultsMachine } from './page-faults.machine.ts'
import type { replayMakerMachine } from './replay-maker.machine.ts'
import type { simulatorMachine } from './simulator.machine.ts'
import { treeWidths, treeWidthWithin } from './tree-width.ts'

const noteProblem = {
  type: 'noteProblem',
  params: ({ event }: { event: { error: unknown } }) => event,
} as const

/** The inspector for QA: a recording, an actor, a moment, and the actor's chart. It does not record itself (INS-1). */
export const inspectorMachine = setup({
  types: {} as {
    context: InspectorContext
    events: InspectorEvent
    input: { live: Recording }
    tags: 'present' | 'following' | 'staying' | 'reading' | 'drawing' | 'drawn' | 'undrawable' | 'writing' | 'written'
    children: {
      sender: 'sender'
      simulator: 'simulator'
      hosted: 'hosted'
      replayMaker: 'replayMaker'
      brake: 'brake'
      pageFaults: 'pageFaults'
    }
  },
  actors: {
    /** Reports that the live recording has grown, at most a few times a second. */
    growth: callbackNotProvided<InspectorEvent>('inspector.growth'),
    layOut: promiseNotProvided<DrawnChart, { recording: Recording; chartId: string | null; folded: readonly string[] }>(
      'inspector.layOut',
    ),
    readFile: promiseNotProvided<RecordingFile, { file: File }>('inspector.readFile'),
    /** Saves the recording as a file for the user. */
    writeFile: promiseNotProvided<void, { recording: Recording; actorId: string | null }>('inspector.writeFile'),
    sender: machineNotProvided<typeof eventSenderMachine>(),
    simulator: machineNotProvided<typeof simulatorMachine>(),
    hosted: machineNotProvided<typeof hostedInspectorMachine>(),
    replayMaker: machineNotProvided<typeof replayMakerMachine>(),
    brake: machineNotProvided<typeof brakeMachine>(),
    pageFaults: machineNotProvided<typeof pageFaultsMachine>(),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('inspector.logFailure'),
    /** Stores the preference for the next visit. */
    remember: effectNotProvided<Partial<InspectorLikes>>('inspector.remember'),
    raiseRevision: assign(({ context }) => ({ revision: context.revision + 1 })),
    goToNewest: assign(({ context: { recording } }) => ({ seq: lastSeq(recording) })),
    goTo: assign(({ context: { recording } }, { seq }: { seq: number }) => ({ seq: nearestSeq(recording, seq) })),
    step: assign(({ context: { recording, seq } }, { by }: { by: number }) => ({
      seq: nearestSeq(recording, seq + by),
    })),
    /** The oldest events are dropped even while they are on screen. */
    keepMoment: assign(({ context: { recording, seq } }) => ({ seq: nearestSeq(recording, seq) })),
    chooseActor: assign((_, { id }: { id: string }) => ({ actorId: id, wantedName: null })),
    wantActor: assign((_, { name }: { name: string }) => ({ wantedName: name })),
    takeWanted: assign(({ context: { recording, wantedName, actorId } }) => ({
      actorId: (wantedName === null ? null : actorNamed(recording, wantedName)) ?? actorId,
      wantedName: null,
    })),
    takeSuccessor: assign(({ context: { recording, actorId } }) => ({
      actorId: successorOf(recording, actorId) ?? actorId,
    })),
    takeFile: assign((_, { name, recording, actorId }: RecordingFile) => ({
      recording,
      fileName: name,
      actorId: inspectedIn(recording, actorId),
      wantedName: null,
      chartId: null,
    })),
    returnToLive: assign(({ context: { live } }) => ({
      recording: live,
      fileName: null,
      actorId: live.actorsAt(null)[0]?.id ?? null,
      chartId: null,
    })),
    takeChart: assign(({ context: { recording, actorId } }, { drawn }: { drawn: DrawnChart }) => ({
      drawn,
      chartId: chartOf(recording, actorId),
    })),
    resizeTree: assign((_, { width }: { width: number }) => ({ treeWidth: treeWidthWithin(width) })),
    dropChart: assign({ drawn: null, chartId: null }),
    fold: assign((_, { stateIds }: { stateIds: readonly string[] }) => ({ folded: stateIds })),
    /** Saves a drawn chart for the user. */
    savePicture: effectNotProvided<{ name: string; text: string }>('inspector.savePicture'),
    noteProblem: assign((_, { error }: { error: unknown }) => ({
      problem: error instanceof Error ? error.message : String(error),
    })),
    forgetProblem: assign({ problem: null }),
    raiseChange: raise({ type: 'chart.changed' }),
    raiseFileShown: raise({ type: 'file.shown' }),
    raiseLiveShown: raise({ type: 'live.shown' }),
  },
  guards: {
    isLive: ({ context }) => context.recording.isLive,
    isKnown: ({ context }, { id }: { id: string }) => context.recording.actor(id) !== undefined,
    isWantedThere: ({ context: { recording, wantedName } }) =>
      wantedName !== null && actorNamed(recording, wantedName) !== null,
    isReplaced: and([
      stateIn({ moment: 'following' }),
      ({ context: { recording, actorId } }) => successorOf(recording, actorId) !== null,
    ]),
    hasNoChart: ({ context: { recording, actorId } }) => chartOf(recording, actorId) === null,
    isDrawn: ({ context: { recording, actorId, chartId } }) =>
      chartId !== null && chartOf(recording, actorId) === chartId,
  },
}).createMachine({
  id: 'inspector',
  meta: { requirements: ['INS-1'] },
  context: ({ input: { live } }) => ({
    live,
    recording: live,
    fileName: null,
    actorId: live.actorsAt(null)[0]?.id ?? null,
    wantedName: null,
    seq: 0,
    revision: 0,
    chartId: null,
    drawn: null,
    folded: [],
    treeWidth: treeWidths.first,
    problem: null,
  }),
  type: 'parallel',
  invoke: [
    { src: 'sender', id: 'sender', systemId: 'sender', onError: { actions: failed('Envio de eventos interrompido.') } },
    {
      src: 'simulator',
      id: 'simulator',
      systemId: 'simulator',
      onError: { actions: failed('Simulador interrompido.') },
    },
    { src: 'hosted', id: 'hosted', systemId: 'hosted', onError: { actions: failed('Inspetor externo interrompido.') } },
    {
      src: 'replayMaker',
      id: 'replayMaker',
      systemId: 'replayMaker',
      onError: { actions: failed('Testes de gravações interrompidos.') },
    },
    { src: 'brake', id: 'brake', systemId: 'brake', onError: { actions: failed('Parada de atores interrompida.') } },
    {
      src: 'pageFaults',
      id: 'pageFaults',
      systemId: 'pageFaults',
      onError: { actions: failed('Falhas da página interrompidas.') },
    },
  ],
  states: {
    presence: {
      description: 'The recording is followed only while the page is shown.',
      initial: 'away',
      states: {
        away: { on: { 'inspector.opened': { target: 'present', actions: ['keepMoment', 'raiseChange'] } } },
        present: {
          tags: 'present',
          invoke: { src: 'growth', onError: { actions: failed('Gravação não acompanhada.') } },
          always: [
            { guard: 'isWantedThere', actions: ['takeWanted', 'raiseChange'] },
            { guard: 'isReplaced', actions: ['takeSuccessor', 'raiseChange'] },
          ],
          on: {
            'inspector.left': 'away',
            'recording.grew': { actions: ['raiseRevision', 'keepMoment'] },
          },
        },
      },
    },
    selection: {
      description: 'The selected actor.',
      on: {
        'actor.choose': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          actions: [{ type: 'chooseActor', params: ({ event }) => event }, 'raiseChange'],
        },
        'actor.want': { actions: { type: 'wantActor', params: ({ event }) => event } },
      },
    },
    moment: {
      description: 'The present, or the state after a past event. Showing the past changes nothing in the panel.',
      initial: 'following',
      states: {
        following: {
          tags: 'following',
          on: {
            'moment.pause': { target: 'past', actions: 'goToNewest' },
            'moment.goTo': { target: 'past', actions: { type: 'goTo', params: ({ event }) => event } },
            'moment.step': {
              target: 'past',
              actions: ['goToNewest', { type: 'step', params: ({ event }) => event }],
            },
            'file.shown': { target: 'past', actions: 'goToNewest' },
          },
        },
        past: {
          description: 'Recording continues.',
          on: {
            'moment.follow': { guard: 'isLive', target: 'following' },
            'moment.goTo': { actions: { type: 'goTo', params: ({ event }) => event } },
            'moment.step': { actions: { type: 'step', params: ({ event }) => event } },
            'file.shown': { actions: 'goToNewest' },
            'live.shown': 'following',
          },
        },
      },
    },
    source: {
      description: 'The recording on screen: live, or from a file.',
      initial: 'live',
      states: {
        live: { on: { 'file.choose': 'reading' } },
        reading: {
          description: 'The previous recording stays on screen until the file is read.',
          tags: 'reading',
          entry: 'forgetProblem',
          invoke: {
            src: 'readFile',
            input: ({ event }) => {
              assertEvent(event, 'file.choose')
              return { file: event.file }
            },
            onDone: {
              target: 'file',
              actions: [{ type: 'takeFile', params: ({ event }) => event.output }, 'raiseFileShown', 'raiseChange'],
            },
            onError: [
              { guard: 'isLive', target: 'live', actions: [noteProblem, failed('Gravação não lida.')] },
              { target: 'file', actions: [noteProblem, failed('Gravação não lida.')] },
            ],
          },
        },
        file: {
          on: {
            'file.choose': 'reading',
            'file.close': {
              target: 'live',
              actions: ['forgetProblem', 'returnToLive', 'raiseLiveShown', 'raiseChange'],
            },
          },
        },
      },
    },
    drawing: {
      description: 'The chart of the selected actor.',
      initial: 'none',
      on: {
        'chart.changed': [
          { guard: 'hasNoChart', target: '.none' },
          { guard: 'isDrawn', target: '.drawn' },
          { target: '.laying' },
        ],
        'chart.fold': {
          description: 'The previous drawing stays until the folded chart is laid out.',
          target: '.laying',
          actions: { type: 'fold', params: ({ event }) => event },
        },
        'picture.save': { actions: { type: 'savePicture', params: ({ event }) => event } },
      },
      states: {
        none: { entry: 'dropChart', on: { 'chart.fold': {} } },
        laying: {
          tags: 'drawing',
          invoke: {
            src: 'layOut',
            input: ({ context: { recording, actorId, folded } }) => ({
              recording,
              chartId: chartOf(recording, actorId),
              folded,
            }),
            onDone: {
              target: 'drawn',
              actions: { type: 'takeChart', params: ({ event }) => ({ drawn: event.output }) },
            },
            onError: { target: 'undrawable', actions: ['dropChart', failed('Gráfico não desenhado.')] },
          },
        },
        drawn: { tags: 'drawn' },
        undrawable: { tags: 'undrawable', on: { 'chart.retry': 'laying' } },
      },
    },
    view: {
      description: 'The visible part of the chart, and the width of the list, as stored in this browser.',
      initial: 'goingAlong',
      on: {
        'tree.resize': {
          actions: [
            { type: 'resizeTree', params: ({ event }) => event },
            { type: 'remember', params: ({ event }) => ({ treeWidth: treeWidthWithin(event.width) }) },
          ],
        },
      },
      states: {
        goingAlong: {
          description: 'The view follows the active states.',
          on: { 'view.stay': { target: 'staying', actions: { type: 'remember', params: { isGoingAlong: false } } } },
        },
        staying: {
          tags: 'staying',
          on: {
            'view.goAlong': { target: 'goingAlong', actions: { type: 'remember', params: { isGoingAlong: true } } },
          },
        },
      },
    },
    saving: {
      description: 'Exports the recording as a file.',
      initial: 'idle',
      states: {
        idle: { on: { 'file.save': 'writing' } },
        writing: {
          tags: 'writing',
          entry: 'forgetProblem',
          invoke: {
            src: 'writeFile',
            input: ({ context: { recording, actorId } }) => ({ recording, actorId }),
            onDone: 'written',
            onError: {
              target: 'idle',
              actions: [noteProblem, failed('Gravação não exportada.')],
            },
          },
        },
        written: { tags: 'written', on: { 'file.save': 'writing' } },
      },
    },
  },
})

import { and, assertEvent, assign, raise, setup, stateIn } from 'xstate'
import type { DrawnChart } from '../../inspector/charts/drawn-chart.ts'
import type { EventFilter } from '../../inspector/recording/event-filter.ts'
import type { InspectorLink } from '../../inspector/recording/inspector-link.ts'
import type { Recording } from '../../inspector/recording/recording.ts'
import type { RecordingFile } from '../../inspector/recording/recording-file.ts'
import type { InspectorLikes } from '../../services/inspector/inspector-likes.ts'
import { errorText } from '../parts/error-text.ts'
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
import {
  actorKnownAs,
  chartOf,
  inspectedIn,
  isFullLink,
  lastSeq,
  linkedSeq,
  nearestSeq,
  replacementOf,
  steppedSeq,
} from './inspector-moment.ts'
import type { InspectorContext, InspectorEvent, InspectorView, Report } from './inspector-protocol.ts'
import { noFilter } from './no-filter.ts'
import type { pageFaultsMachine } from './page-faults.machine.ts'
import { type Pane, paneWidths, widthWithin } from './pane-widths.ts'
import type { replayMakerMachine } from './replay-maker.machine.ts'
import type { simulatorMachine } from './simulator.machine.ts'

const noteProblem = {
  type: 'noteProblem',
  params: ({ event }: { event: { error: unknown } }) => event,
} as const

const rememberIgnored = {
  type: 'remember',
  params: ({ context: { ignored } }: { context: InspectorContext }) => ({ ignored }),
} as const

/** The inspector for QA: a recording, an actor, a moment, and the actor's chart. It does not record itself (INS-1). */
export const inspectorMachine = setup({
  types: {} as {
    context: InspectorContext
    events: InspectorEvent
    input: { live: Recording }
    tags:
      | 'present'
      | 'following'
      | 'staying'
      | 'reading'
      | 'drawing'
      | 'drawn'
      | 'undrawable'
      | 'describing'
      | 'writing'
      | 'written'
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
    writeFile: promiseNotProvided<void, { recording: Recording; view: InspectorView; report: Report | null }>(
      'inspector.writeFile',
    ),
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
    goToLinked: assign(({ context: { recording, seq } }, { link }: { link: InspectorLink }) => ({
      seq: linkedSeq(recording, link) ?? seq,
    })),
    goTo: assign(({ context: { recording } }, { seq }: { seq: number }) => ({ seq: nearestSeq(recording, seq) })),
    step: assign(({ context: { recording, seq } }, { by }: { by: number }) => ({
      seq: steppedSeq(recording, seq, by),
    })),
    /** The oldest events are dropped even while they are on screen. */
    keepMoment: assign(({ context: { recording, seq } }) => ({ seq: nearestSeq(recording, seq) })),
    chooseActor: assign((_, { id }: { id: string }) => ({ actorId: id, wantedName: null })),
    wantActor: assign((_, { name }: { name: string }) => ({ wantedName: name })),
    takeWanted: assign(({ context: { recording, wantedName, actorId } }) => ({
      actorId: (wantedName === null ? null : actorKnownAs(recording, wantedName)) ?? actorId,
      wantedName: null,
    })),
    takeLink: assign(({ context }, { link }: { link: InspectorLink }) => ({
      wantedName: link.actor,
      filter: { ...(isFullLink(link) ? noFilter : context.filter), ...link.filter },
      link: isFullLink(link) ? link : null,
    })),
    closeLink: assign({ link: null }),
    changeFilter: assign(({ context }, { filter }: { filter: Partial<EventFilter> }) => ({
      filter: { ...context.filter, ...filter },
    })),
    ignore: assign(({ context: { ignored } }, { kind }: { kind: string }) => ({
      ignored: [...ignored.filter((each) => each !== kind), kind],
    })),
    heed: assign(({ context: { ignored } }, { kind }: { kind: string }) => ({
      ignored: ignored.filter((each) => each !== kind),
    })),
    takeReplacement: assign(({ context: { recording, actorId } }, { moment }: { moment: number | null }) => ({
      actorId: replacementOf(recording, actorId, moment) ?? actorId,
    })),
    takeFile: assign((_, { name, recording, actorId, seq, filter, origin }: RecordingFile) => ({
      recording,
      fileName: name,
      origin,
      filter: filter ?? noFilter,
      seq: nearestSeq(recording, seq ?? lastSeq(recording)),
      actorId: inspectedIn(recording, actorId),
      wantedName: null,
      chartId: null,
    })),
    returnToLive: assign(({ context: { live } }) => ({
      recording: live,
      fileName: null,
      origin: null,
      filter: noFilter,
      actorId: live.actorsAt(null)[0]?.id ?? null,
      chartId: null,
    })),
    takeChart: assign(({ context: { recording, actorId } }, { drawn }: { drawn: DrawnChart }) => ({
      drawn,
      chartId: chartOf(recording, actorId),
    })),
    resize: assign(({ context: { widths } }, { pane, width }: { pane: Pane; width: number }) => ({
      widths: { ...widths, [pane]: widthWithin(pane, width) },
    })),
    dropChart: assign({ drawn: null, chartId: null }),
    fold: assign((_, { stateIds }: { stateIds: readonly string[] }) => ({ folded: stateIds })),
    /** Saves a drawn chart for the user. */
    savePicture: effectNotProvided<{ name: string; text: string }>('inspector.savePicture'),
    noteProblem: assign((_, { error }: { error: unknown }) => ({
      problem: errorText(error),
    })),
    forgetProblem: assign({ problem: null }),
    raiseChange: raise({ type: 'chart.changed' }),
    /** After an action in the panel, the display is live. */
    raiseFollow: raise({ type: 'moment.follow' }),
    raiseFileShown: raise({ type: 'file.shown' }),
    raiseLiveShown: raise({ type: 'live.shown' }),
  },
  guards: {
    isLive: ({ context }) => context.recording.isLive,
    isKnown: ({ context }, { id }: { id: string }) => context.recording.actor(id) !== undefined,
    isWantedThere: ({ context: { recording, wantedName } }) =>
      wantedName !== null && actorKnownAs(recording, wantedName) !== null,
    isLinkedThere: ({ context: { recording } }, { link }: { link: InspectorLink }) =>
      linkedSeq(recording, link) !== null,
    isReplaced: and([
      stateIn({ moment: 'following' }),
      ({ context: { recording, actorId } }) => replacementOf(recording, actorId, null) !== null,
    ]),
    isReplacedThen: and([
      stateIn({ moment: 'past' }),
      ({ context: { recording, actorId, seq } }) => replacementOf(recording, actorId, seq) !== null,
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
    origin: null,
    actorId: live.actorsAt(null)[0]?.id ?? null,
    wantedName: null,
    seq: 0,
    revision: 0,
    chartId: null,
    drawn: null,
    folded: [],
    widths: { tree: paneWidths.tree.first, events: paneWidths.events.first },
    filter: noFilter,
    ignored: [],
    link: null,
    problem: null,
  }),
  type: 'parallel',
  invoke: [
    {
      src: 'sender',
      id: 'sender',
      systemId: 'sender',
      onSnapshot: { guard: ({ event }) => event.snapshot.matches('sending'), actions: 'raiseFollow' },
      onError: { actions: failed('Envio de eventos interrompido.') },
    },
    {
      src: 'simulator',
      id: 'simulator',
      systemId: 'simulator',
      onSnapshot: { guard: ({ event }) => event.snapshot.matches('setting'), actions: 'raiseFollow' },
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
      onSnapshot: { guard: ({ event }) => event.snapshot.matches('applying'), actions: 'raiseFollow' },
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
            { guard: 'isReplaced', actions: [{ type: 'takeReplacement', params: { moment: null } }, 'raiseChange'] },
            {
              guard: 'isReplacedThen',
              actions: [
                { type: 'takeReplacement', params: ({ context: { seq } }) => ({ moment: seq }) },
                'raiseChange',
              ],
            },
          ],
          on: {
            'inspector.left': 'away',
            'recording.grew': { actions: ['raiseRevision', 'keepMoment'] },
          },
        },
      },
    },
    selection: {
      description: 'The selected actor and events.',
      on: {
        'actor.choose': {
          guard: { type: 'isKnown', params: ({ event }) => event },
          actions: [{ type: 'chooseActor', params: ({ event }) => event }, 'raiseChange'],
        },
        'actor.want': { actions: { type: 'wantActor', params: ({ event }) => event } },
        'link.open': { actions: { type: 'takeLink', params: ({ event }) => event } },
        'link.close': { actions: 'closeLink' },
        'filter.change': { actions: { type: 'changeFilter', params: ({ event }) => event } },
        'kind.ignore': { actions: [{ type: 'ignore', params: ({ event }) => event }, rememberIgnored] },
        'kind.heed': { actions: [{ type: 'heed', params: ({ event }) => event }, rememberIgnored] },
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
            'file.shown': 'past',
            'link.open': {
              guard: { type: 'isLinkedThere', params: ({ event }) => event },
              target: 'past',
              actions: { type: 'goToLinked', params: ({ event }) => event },
            },
          },
        },
        past: {
          description: 'Recording continues.',
          on: {
            'moment.follow': { guard: 'isLive', target: 'following' },
            'moment.goTo': { actions: { type: 'goTo', params: ({ event }) => event } },
            'moment.step': { actions: { type: 'step', params: ({ event }) => event } },
            'link.open': { actions: { type: 'goToLinked', params: ({ event }) => event } },
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
      description: 'The visible part of the chart, and the widths of the lists, as stored in this browser.',
      initial: 'goingAlong',
      on: {
        'pane.resize': {
          actions: [
            { type: 'resize', params: ({ event }) => event },
            {
              type: 'remember',
              params: ({ event: { pane, width } }) => ({ widths: { [pane]: widthWithin(pane, width) } }),
            },
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
        idle: { on: { 'file.save': 'writing', 'report.begin': 'describing' } },
        describing: {
          description: 'The person writes the note of a report.',
          tags: 'describing',
          entry: 'forgetProblem',
          on: { 'report.save': 'writing', 'report.cancel': 'idle' },
        },
        writing: {
          tags: 'writing',
          entry: 'forgetProblem',
          invoke: {
            src: 'writeFile',
            input: ({ context, event, self }) => ({
              recording: context.recording,
              view: viewOf(context, self.getSnapshot().hasTag('following')),
              report: event.type === 'report.save' ? { note: event.note, isMasked: event.isMasked } : null,
            }),
            onDone: 'written',
            onError: {
              target: 'idle',
              actions: [noteProblem, failed('Gravação não exportada.')],
            },
          },
        },
        written: { tags: 'written', on: { 'file.save': 'writing', 'report.begin': 'describing' } },
      },
    },
  },
})

function viewOf({ actorId, seq, filter }: InspectorContext, isFollowing: boolean): InspectorView {
  return { actorId, seq: isFollowing ? null : seq, filter }
}

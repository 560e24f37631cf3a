import { expect, test } from 'vitest'
import { linkIn } from '../../../src/inspector/recording/inspector-link.ts'
import { eventSenderMachine } from '../../../src/machines/inspector/event-sender.machine.ts'
import { inspectorMachine } from '../../../src/machines/inspector/inspector.machine.ts'
import { pageFaultsMachine } from '../../../src/machines/inspector/page-faults.machine.ts'
import { simulatorMachine } from '../../../src/machines/inspector/simulator.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  breakDown,
  choose,
  drawing,
  fileName,
  type Inspector,
  read,
  recording,
  startInspector,
  startLooking,
} from './inspector-actor.ts'
import { type ChartModelContext, type ChartModelEvent, chartModel } from './inspector-chart.model.ts'
import { type ListModelContext, type ListModelEvent, listModel } from './inspector-list.model.ts'
import { kept, type MomentModelContext, type MomentModelEvent, momentModel } from './inspector-moment.model.ts'
import { neighbours, type SavingModelContext, type SavingModelEvent, savingModel } from './inspector-saving.model.ts'
import { type SelectionModelContext, type SelectionModelEvent, selectionModel } from './inspector-selection.model.ts'
import { type ViewModelContext, type ViewModelEvent, viewModel } from './inspector-view.model.ts'

const coverage = new Coverage(inspectorMachine)
testPaths<MomentModelContext, MomentModelEvent, Inspector>('the moment that is looked at', {
  model: momentModel,
  events: [
    { type: 'person.opens' },
    { type: 'person.leaves' },
    { type: 'person.pauses' },
    { type: 'person.follows' },
    { type: 'person.goesTo', seq: 1 },
    { type: 'person.goesTo', seq: -5 },
    { type: 'person.goesTo', seq: 99 },
    { type: 'person.steps', by: -1 },
    { type: 'person.steps', by: 1 },
    { type: 'person.choosesFile', name: fileName },
    { type: 'person.closesFile' },
    { type: 'link.opens', seq: 2 },
    { type: 'link.opens', seq: 99 },
    { type: 'panel.continues' },
    { type: 'file.isRead' },
    { type: 'file.isBroken', text: 'Este arquivo não é uma gravação.' },
  ],
  possible: ({ type }, { value, context }) => {
    if (type === 'panel.continues') return context.live === 'early'
    return !type.startsWith('file.') || nameOf(value).includes('file.reading')
  },
  key: ({ value, context: { live, seq, fileName, problem } }) =>
    JSON.stringify([nameOf(value), live, nameOf(value).includes('moment.now') ? null : seq, fileName, problem]),
  start: () => startInspector(coverage, recording('live', kept.early).begin('panel')),
  perform: {
    'person.opens': ({ send }) => send({ type: 'inspector.opened' }),
    'person.leaves': ({ send }) => send({ type: 'inspector.left' }),
    'person.pauses': ({ send }) => send({ type: 'moment.pause' }),
    'person.follows': ({ send }) => send({ type: 'moment.follow' }),
    'person.goesTo': ({ send }, { seq }) => send({ type: 'moment.goTo', seq }),
    'person.steps': ({ send }, { by }) => send({ type: 'moment.step', by }),
    'person.choosesFile': (inspector, { name }) => choose(inspector, name),
    'person.closesFile': ({ send }) => send({ type: 'file.close' }),
    'link.opens': ({ send }, { seq }) => send({ type: 'link.open', link: { ...linkIn(''), event: seq, recording: 0 } }),
    'panel.continues': (inspector) => {
      inspector.live.keep(kept.late)
      inspector.reportGrowth()
    },
    'file.isRead': (inspector) => read(inspector, recording('file', kept.file).begin('panel')),
    'file.isBroken': ({ standIns }, { text }) => standIns.reject('readFile', new Error(text)),
  },
  expected: ({ value, context: { seq, news, fileName, problem } }) => {
    const state = nameOf(value)
    const isNow = state.includes('moment.now')
    const open = [
      ...(state.includes('page.open') ? ['growth'] : []),
      ...(state.includes('file.reading') ? ['readFile'] : []),
    ]
    return { seq: isNow ? 'now' : seq, of: fileName === null ? 'live' : 'file', news, fileName, problem, open }
  },
  actual: (inspector) => {
    const snapshot = inspector.snapshot()
    const { seq, revision, fileName, problem } = snapshot.context
    const { open } = inspector.standIns
    return {
      seq: snapshot.hasTag('following') ? 'now' : seq,
      of: inspector.shown,
      news: revision,
      fileName,
      problem,
      open,
    }
  },
})

testPaths<SelectionModelContext, SelectionModelEvent, Inspector>('who is looked at', {
  model: selectionModel,
  events: [
    { type: 'person.opens' },
    { type: 'person.leaves' },
    { type: 'person.chooses', actor: 'session' },
    { type: 'person.chooses', actor: 'breaker-1' },
    { type: 'person.chooses', actor: 'stranger' },
    { type: 'link.wants', name: 'breaker' },
    { type: 'link.wants', name: 'unknown' },
    { type: 'person.pauses' },
    { type: 'person.follows' },
    { type: 'person.goesBack' },
    { type: 'person.showsFile' },
    { type: 'person.closesFile' },
    { type: 'breaker.begins' },
    { type: 'breaker.ends' },
  ],
  possible: ({ type }, { context: { breaker } }) => {
    if (type === 'breaker.begins') return breaker === 'none' || breaker === 'firstEnded'
    return type !== 'breaker.ends' || breaker === 'first'
  },
  key: ({ value, context: { breaker, shown, wanted } }) => `${nameOf(value)} ${breaker} ${shown} ${wanted}`,
  start: () => startInspector(coverage, recording('live', kept.early).begin('panel').begin('session')),
  perform: {
    'person.opens': ({ send }) => send({ type: 'inspector.opened' }),
    'person.leaves': ({ send }) => send({ type: 'inspector.left' }),
    'person.chooses': ({ send }, { actor }) => send({ type: 'actor.choose', id: actor }),
    'link.wants': ({ send }, { name }) => send({ type: 'actor.want', name }),
    'person.pauses': ({ send }) => send({ type: 'moment.pause' }),
    'person.follows': ({ send }) => send({ type: 'moment.follow' }),
    'person.goesBack': ({ send }) => send({ type: 'moment.goTo', seq: kept.early[0] }),
    'person.showsFile': (inspector) => {
      choose(inspector)
      read(inspector, recording('file', kept.file).begin('old-panel').begin('old-breaker', { name: 'breaker' }))
    },
    'person.closesFile': ({ send }) => send({ type: 'file.close' }),
    'breaker.begins': (inspector) => {
      const [first, last] = kept.early
      if (inspector.live.actor('breaker-1') === undefined)
        inspector.live.begin('breaker-1', { name: 'breaker', life: [first, last] })
      else inspector.live.begin('breaker-2', { name: 'breaker', life: [last + 1, Number.POSITIVE_INFINITY] })
      inspector.reportGrowth()
    },
    'breaker.ends': (inspector) => {
      inspector.live.end('breaker-1')
      inspector.reportGrowth()
    },
  },
  expected: ({ context: { shown, wanted } }) => ({ shown, wanted }),
  actual: ({ snapshot }) => {
    const { actorId, wantedName } = snapshot().context
    return { shown: actorId, wanted: wantedName }
  },
})

testPaths<ChartModelContext, ChartModelEvent, Inspector>('the chart that is drawn', {
  model: chartModel,
  events: [
    { type: 'person.chooses', actor: 'panel' },
    { type: 'person.chooses', actor: 'breaker-1' },
    { type: 'person.chooses', actor: 'breaker-2' },
    { type: 'person.chooses', actor: 'call' },
    { type: 'link.wants', actor: 'breaker-1' },
    { type: 'person.showsFile' },
    { type: 'person.closesFile' },
    { type: 'person.retries' },
    { type: 'person.folds', states: ['breaker.HALF_OPEN'] },
    { type: 'person.folds', states: [] },
    { type: 'person.savesPicture' },
    { type: 'chart.isReady' },
    { type: 'chart.isImpossible' },
  ],
  possible: ({ type }, { value, context: { shown } }) => {
    if (type === 'link.wants') return shown !== 'old-panel'
    return !type.startsWith('chart.') || value === 'laying'
  },
  key: ({ value, context: { shown, drawn, isForeign, folded } }) =>
    `${nameOf(value)} ${shown} ${drawn} ${isForeign} ${folded}`,
  start: () =>
    startLooking(
      coverage,
      recording('live', kept.early)
        .begin('panel', { chartId: 'panel' })
        .begin('breaker-1', { chartId: 'breaker' })
        .begin('breaker-2', { chartId: 'breaker' })
        .begin('call'),
    ),
  perform: {
    'person.chooses': ({ send }, { actor }) => send({ type: 'actor.choose', id: actor }),
    'link.wants': ({ send }, { actor }) => send({ type: 'actor.want', name: actor }),
    'person.showsFile': (inspector) => {
      choose(inspector)
      read(inspector, recording('file', kept.file).begin('old-panel', { chartId: 'panel' }))
    },
    'person.closesFile': ({ send }) => send({ type: 'file.close' }),
    'person.retries': ({ send }) => send({ type: 'chart.retry' }),
    'person.folds': ({ send }, { states }) => send({ type: 'chart.fold', stateIds: states }),
    'person.savesPicture': ({ send }) => send({ type: 'picture.save', name: 'breaker.svg', text: '<svg/>' }),
    'chart.isReady': ({ standIns, shown, snapshot }) => {
      const { recording, actorId } = snapshot().context
      standIns.resolve('layOut', drawing(`${shown} ${recording.actor(actorId ?? '')?.chartId}`))
    },
    'chart.isImpossible': ({ standIns }) => standIns.reject('layOut'),
  },
  tags: ({ tags, context: { shown } }) =>
    shown === 'old-panel' ? [...tags, 'present'] : [...tags, 'present', 'following'],
  expected: ({ value, context: { shown, drawn, folded } }) => ({
    shown,
    drawn,
    folded,
    open: value === 'laying' ? ['growth', 'layOut'] : ['growth'],
  }),
  actual: ({ snapshot, standIns }) => {
    const { actorId, drawn, folded } = snapshot().context
    return { shown: actorId, drawn: drawn?.doors[0]?.id ?? null, folded, open: standIns.open }
  },
})

testPaths<SavingModelContext, SavingModelEvent, Inspector>('saving the recording', {
  model: savingModel,
  events: [
    { type: 'person.saves' },
    { type: 'person.describes' },
    { type: 'person.cancels' },
    { type: 'person.savesReport' },
    { type: 'file.isWritten' },
    { type: 'file.isNotWritten', text: 'O navegador não deixa baixar.' },
    { type: 'child.breaks', name: 'sender' },
    { type: 'child.breaks', name: 'simulator' },
    { type: 'child.breaks', name: 'hosted' },
    { type: 'child.breaks', name: 'replayMaker' },
    { type: 'child.breaks', name: 'brake' },
    { type: 'child.breaks', name: 'pageFaults' },
    { type: 'child.breaks', name: 'growth' },
  ],
  possible: (event, { value, context: { running } }) => {
    if (event.type === 'child.breaks') return running.includes(event.name)
    return !event.type.startsWith('file.') || value === 'writing'
  },
  key: ({ value, context: { problem, running } }) => `${nameOf(value)} ${problem} ${running.join(' ')}`,
  start: () => startLooking(coverage, recording('live', kept.early).begin('panel')),
  perform: {
    'person.saves': ({ send }) => send({ type: 'file.save' }),
    'person.describes': ({ send }) => send({ type: 'report.begin' }),
    'person.cancels': ({ send }) => send({ type: 'report.cancel' }),
    'person.savesReport': ({ send }) => send({ type: 'report.save', note: 'Parou', isMasked: true }),
    'file.isWritten': ({ standIns }) => standIns.resolve('writeFile', undefined),
    'file.isNotWritten': ({ standIns }, { text }) => standIns.reject('writeFile', new Error(text)),
    'child.breaks': (inspector, { name }) => breakDown(inspector, name),
  },
  tags: ({ tags }) => [...tags, 'present', 'following'],
  expected: ({ value, context: { problem, running } }) => ({
    problem,
    running: running.filter((name) => name !== 'growth').sort(),
    open: [...(running.includes('growth') ? ['growth'] : []), ...(value === 'writing' ? ['writeFile'] : [])],
  }),
  actual: ({ snapshot, standIns }) => {
    const { context, children } = snapshot()
    const running = Object.entries(children).flatMap(([name, child]) =>
      name in neighbours && child?.getSnapshot()?.status === 'active' ? [name] : [],
    )
    return { problem: context.problem, running: running.sort(), open: standIns.open }
  },
})

testPaths<ViewModelContext, ViewModelEvent, Inspector>('what is seen of the chart', {
  model: viewModel,
  events: [
    { type: 'person.drags', pane: 'tree', to: 400.4, has: 400 },
    { type: 'person.drags', pane: 'tree', to: 12, has: 176 },
    { type: 'person.drags', pane: 'tree', to: 5_000, has: 640 },
    { type: 'person.drags', pane: 'events', to: 400.4, has: 400 },
    { type: 'person.drags', pane: 'events', to: 12, has: 240 },
    { type: 'person.drags', pane: 'events', to: 5_000, has: 960 },
    { type: 'person.wantsToGoAlong' },
    { type: 'person.wantsToStay' },
  ],
  key: ({ value, context: { widths } }) => `${nameOf(value)} ${widths.tree} ${widths.events}`,
  start: () => startLooking(coverage, recording('live', kept.early).begin('panel')),
  perform: {
    'person.drags': ({ send }, { pane, to }) => send({ type: 'pane.resize', pane, width: to }),
    'person.wantsToGoAlong': ({ send }) => send({ type: 'view.goAlong' }),
    'person.wantsToStay': ({ send }) => send({ type: 'view.stay' }),
  },
  tags: ({ tags }) => [...tags, 'present', 'following'],
  expected: ({ context: { widths } }) => ({ widths }),
  actual: ({ snapshot }) => ({ widths: snapshot().context.widths }),
})

testPaths<ListModelContext, ListModelEvent, Inspector>('the events that are listed', {
  model: listModel,
  events: [
    { type: 'person.filters', filter: { text: '504' } },
    { type: 'person.filters', filter: { device: 'PORTARIA-01' } },
    { type: 'person.ignores', kind: 'shell page.far' },
    { type: 'person.ignores', kind: 'network network.online' },
    { type: 'person.heeds', kind: 'shell page.far' },
    { type: 'link.opens', search: 'actor=panel' },
    { type: 'link.opens', search: 'actor=panel&result=failed&note=Parou' },
    { type: 'person.closesNote' },
  ],
  key: ({ context: { filter, ignored, note } }) => JSON.stringify([filter, ignored, note]),
  start: () => startLooking(coverage, recording('live', kept.early).begin('panel')),
  perform: {
    'person.filters': ({ send }, { filter }) => send({ type: 'filter.change', filter }),
    'person.ignores': ({ send }, { kind }) => send({ type: 'kind.ignore', kind }),
    'person.heeds': ({ send }, { kind }) => send({ type: 'kind.heed', kind }),
    'link.opens': ({ send }, { search }) => send({ type: 'link.open', link: linkIn(search) }),
    'person.closesNote': ({ send }) => send({ type: 'link.close' }),
  },
  tags: ({ tags }) => [...tags, 'present', 'following'],
  expected: ({ context: { filter, ignored, note } }) => ({ filter, ignored, note }),
  actual: ({ snapshot }) => {
    const { filter, ignored, link } = snapshot().context
    return { filter, ignored, note: link?.note ?? null }
  },
})

test('an event that QA sends and a fault that QA sets continue a paused display live (INS-1)', async () => {
  const services = new StandIns()
  const inspector = startLooking(coverage, recording('live', kept.early).begin('panel'), {
    sender: eventSenderMachine.provide({
      actors: { prepare: services.promise('prepare'), send: services.promise('send') },
    }),
    simulator: simulatorMachine.provide({
      actors: { readDevice: services.promise('readDevice'), setFault: services.promise('setFault') },
    }),
    pageFaults: pageFaultsMachine.provide({
      actors: { apply: services.promise('apply') },
    }),
  })
  const { sender, simulator, pageFaults } = inspector.snapshot().children
  const isFollowing = () => inspector.snapshot().hasTag('following')
  sender?.send({ type: 'sender.choose', actorId: 'panel', eventType: 'page.far' })
  simulator?.send({ type: 'simulator.choose', wordCode: 'A-1' })
  services.resolve('prepare', { text: '', comment: '', sketch: null })
  services.resolve('readDevice', { kind: 'known', device: null })
  await inspector.settle()
  inspector.send({ type: 'moment.pause' })
  sender?.send({ type: 'sender.edit', text: '{}' })
  expect(isFollowing()).toBe(false)
  sender?.send({ type: 'sender.send' })
  expect(isFollowing()).toBe(true)
  inspector.send({ type: 'moment.pause' })
  simulator?.send({ type: 'simulator.edited' })
  expect(isFollowing()).toBe(false)
  simulator?.send({ type: 'simulator.set', fault: 'refuse', slowMs: '' })
  expect(isFollowing()).toBe(true)
  inspector.send({ type: 'moment.pause' })
  pageFaults?.send({ type: 'pageFaults.set', faults: { server: 'cut', socket: null, push: null, clock: null } })
  expect(isFollowing()).toBe(true)
  inspector.stop()
})

testCoverage(coverage)

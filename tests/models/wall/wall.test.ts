import { wallMachine } from '../../../src/machines/wall/wall.machine.ts'
import { CallError } from '../../../src/services/http/call-result.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runAsRoot } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { views, type WallModelContext, type WallModelEvent, wallModel } from './wall.model.ts'

const coverage = new Coverage(wallMachine)

function startWall(isSoundWanted: boolean, versionEveryMs: number) {
  const standIns = new StandIns()
  const machine = wallMachine.provide({
    actors: {
      load: standIns.promise('load'),
      askAllowed: standIns.promise('askAllowed'),
      sound: standIns.promise('sound'),
      isOutdated: standIns.promise('isOutdated'),
    },
    actions: {
      storeSoundPreference: standIns.effect('storeSoundPreference', (_, { isOn }) => isOn),
      reloadPage: standIns.effect('reloadPage'),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
    delays: { checkVersionEvery: versionEveryMs },
  })
  return runAsRoot(coverage.watch(machine), { input: { isSoundWanted }, standIns, inspect: coverage.inspect })
}

type Wall = ReturnType<typeof startWall>
type Tests = Parameters<typeof testPaths<WallModelContext, WallModelEvent, Wall>>[1]

/** Version check intervals in milliseconds: one that no path reaches, and a short one. */
const never = 2 ** 31 - 1
const soon = 7_000

const viewNames = ['calm', 'unreported', 'one', 'claimed', 'another', 'again'] as const

const shared = {
  model: wallModel,
  possible: ({ type }, { context: { answers, sound, version } }) => {
    if (type.startsWith('server.')) return answers === 'asking'
    if (type === 'browser.allows') return sound === 'asking'
    if (type === 'browser.plays') return sound === 'sounding'
    if (type === 'sound.fails') return sound === 'asking' || sound === 'sounding'
    if (type.startsWith('version.')) return version === 'checking'
    return true
  },
  key: ({ context: { answers, trust, shown, sound, version } }) => `${answers} ${trust} ${shown} ${sound} ${version}`,
  status: ({ context: { answers, trust, sound, version } }) => [answers, trust, sound, version],
  perform: {
    'server.answers': ({ standIns }, { view }) => standIns.resolve('load', views[view]),
    'server.refuses': ({ standIns }) => standIns.reject('load', new CallError('Sua sessão não é mais válida.', 401)),
    'server.fails': ({ standIns }) => standIns.reject('load'),
    'browser.allows': ({ standIns }, { isAllowed }) => standIns.resolve('askAllowed', isAllowed),
    'browser.plays': ({ standIns }, { isPlayed }) => standIns.resolve('sound', isPlayed),
    'sound.fails': ({ standIns }) => standIns.reject(standIns.open.includes('sound') ? 'sound' : 'askAllowed'),
    'version.is': ({ standIns }, { isOutdated }) => standIns.resolve('isOutdated', isOutdated),
    'version.fails': ({ standIns }) => standIns.reject('isOutdated'),
    'person.switchesOn': (wall) => wall.send({ type: 'sound.switchOn' }),
    'person.switchesOff': (wall) => wall.send({ type: 'sound.switchOff' }),
    'person.allows': (wall) => wall.send({ type: 'sound.try' }),
  },
  tags: ({ context: { answers, trust, sound } }) => [
    ...(answers === 'refused' ? ['refused'] : []),
    ...(trust === 'current' ? [] : [trust]),
    ...(sound === 'off' ? [] : ['soundOn']),
    ...(sound === 'blocked' ? ['soundBlocked'] : []),
  ],
  expected: ({ context: { answers, trust, shown, sound, version, overdueAt } }) => ({
    answers,
    trust,
    shown: shown && views[shown],
    heardAt: epoch + overdueAt - 21_000,
    isBeating: true,
    sound,
    version,
  }),
  actual: ({ snapshot, elapsed }) => {
    const { value, context } = snapshot()
    const { soundPreference } = value
    return {
      answers: value.answers,
      trust: value.trust,
      shown: context.view,
      heardAt: context.heardAt,
      isBeating: context.beatAt === epoch + Math.floor(elapsed() / 1_000) * 1_000,
      sound: typeof soundPreference === 'object' ? soundPreference.on : soundPreference,
      version: value.version,
    }
  },
} satisfies Partial<Tests>

const answers = [
  ...viewNames.map((view) => ({ type: 'server.answers', view }) as const),
  { type: 'server.refuses' },
  { type: 'server.fails' },
  { type: 'time.passes' },
] as const

testPaths<WallModelContext, WallModelEvent, Wall>('a wall that sounds (INC-8)', {
  ...shared,
  input: { isSoundWanted: true, versionEveryMs: never },
  start: () => startWall(true, never),
  events: [
    ...answers,
    ...[true, false].map((isAllowed) => ({ type: 'browser.allows', isAllowed }) as const),
    ...[true, false].map((isPlayed) => ({ type: 'browser.plays', isPlayed }) as const),
    { type: 'sound.fails' },
    { type: 'person.switchesOn' },
    { type: 'person.switchesOff' },
    { type: 'person.allows' },
  ],
  untakenInModel: Object.fromEntries(
    ['version.is', 'version.fails'].map((type) => [`wall model on ${type}`, 'no version check is due in these paths']),
  ),
})

testPaths<WallModelContext, WallModelEvent, Wall>('a wall whose sound is off (INC-8)', {
  ...shared,
  input: { isSoundWanted: false, versionEveryMs: never },
  start: () => startWall(false, never),
  events: [{ type: 'person.switchesOn' }, { type: 'person.switchesOff' }, { type: 'browser.allows', isAllowed: true }],
  untakenInModel: Object.fromEntries(
    [
      'server.answers',
      'server.refuses',
      'server.fails',
      'browser.plays',
      'sound.fails',
      'version.is',
      'version.fails',
      'person.allows',
      'time.passes',
    ].map((type) => [`wall model on ${type}`, 'only the switch of the sound is used in these paths']),
  ),
})

testPaths<WallModelContext, WallModelEvent, Wall>('a wall that stays for long (INC-8)', {
  ...shared,
  input: { isSoundWanted: false, versionEveryMs: soon },
  start: () => startWall(false, soon),
  events: [
    ...answers,
    ...[true, false].map((isOutdated) => ({ type: 'version.is', isOutdated }) as const),
    { type: 'version.fails' },
  ],
  untakenInModel: Object.fromEntries(
    ['browser.allows', 'browser.plays', 'sound.fails', 'person.switchesOn', 'person.switchesOff', 'person.allows'].map(
      (type) => [`wall model on ${type}`, 'the sound is off in these paths'],
    ),
  ),
})

testCoverage(coverage)

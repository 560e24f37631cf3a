import { connectivityMachine } from '../../../src/machines/connectivity/connectivity.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { type ConnectivityModelContext, type ConnectivityModelEvent, connectivityModel } from './connectivity.model.ts'

const coverage = new Coverage(connectivityMachine)

function startConnectivity() {
  const standIns = new StandIns()
  const machine = connectivityMachine.provide({
    actors: { network: standIns.callback('network'), visibility: standIns.callback('visibility') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Connectivity = ReturnType<typeof startConnectivity>

const says =
  (service: 'network' | 'visibility', type: string) =>
  ({ standIns }: Connectivity) =>
    standIns.sendBack(service, { type })

testPaths<ConnectivityModelContext, ConnectivityModelEvent, Connectivity>('network and page (VER-2, SOC-4)', {
  model: connectivityModel,
  events: [
    { type: 'browser.isOnline' },
    { type: 'browser.isOffline' },
    { type: 'page.isVisible' },
    { type: 'page.isHidden' },
    { type: 'browser.stopsReporting', about: 'network' },
    { type: 'browser.stopsReporting', about: 'visibility' },
  ],
  possible: (event, { context: { heard } }) => {
    if (event.type === 'browser.stopsReporting') return heard.includes(event.about)
    return heard.includes(event.type.startsWith('browser.') ? 'network' : 'visibility')
  },
  key: ({ context: { network, page, heard } }) => `${network} ${page} ${heard}`,
  start: startConnectivity,
  perform: {
    'browser.isOnline': says('network', 'network.online'),
    'browser.isOffline': says('network', 'network.offline'),
    'page.isVisible': says('visibility', 'page.visible'),
    'page.isHidden': says('visibility', 'page.hidden'),
    'browser.stopsReporting': ({ standIns }, { about }) => standIns.crash(about),
  },
  expected: ({ context: { network, page, heard } }) => ({ value: { network, page }, open: heard }),
  actual: ({ snapshot, standIns }) => ({ value: snapshot().value, open: standIns.open }),
})

testCoverage(coverage)

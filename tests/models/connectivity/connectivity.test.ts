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

const reportFrom =
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
  possible: (event, { context: { observed } }) => {
    if (event.type === 'browser.stopsReporting') return observed.includes(event.about)
    return observed.includes(event.type.startsWith('browser.') ? 'network' : 'visibility')
  },
  key: ({ context: { network, page, observed } }) => `${network} ${page} ${observed}`,
  start: startConnectivity,
  perform: {
    'browser.isOnline': reportFrom('network', 'network.online'),
    'browser.isOffline': reportFrom('network', 'network.offline'),
    'page.isVisible': reportFrom('visibility', 'page.visible'),
    'page.isHidden': reportFrom('visibility', 'page.hidden'),
    'browser.stopsReporting': ({ standIns }, { about }) => standIns.crash(about),
  },
  expected: ({ context: { network, page, observed } }) => ({ value: { network, page }, open: observed }),
  actual: ({ snapshot, standIns }) => ({ value: snapshot().value, open: standIns.open }),
})

testCoverage(coverage)

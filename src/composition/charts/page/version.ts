import { fromCallback, fromPromise } from 'xstate'
import { versionMachine } from '../../../machines/version/version.machine.ts'
import { watchChunkFailures } from '../../../services/page/page-signals.ts'
import { storedVersionKey } from '../../../services/version/stored-version.ts'
import { compareVersions, storeAccepted, storeServed } from '../../../services/version/version-api.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

/** Provides the version check with `version.json` (VER). */
export function version({ log, localData }: Neighbours) {
  return versionMachine.provide({
    actors: {
      compareVersions: fromPromise(({ signal }) => compareVersions(localData, __PANEL_VERSION__, signal)),
      chunkFailures: fromCallback(({ sendBack }) => watchChunkFailures(() => sendBack({ type: 'chunk.failed' }))),
    },
    actions: {
      storeServed: ({ context: { comparison } }) => {
        if (comparison) storeServed(localData, comparison)
      },
      storeAccepted: ({ context: { comparison } }) => {
        if (comparison) storeAccepted(localData, comparison)
      },
      storeAgain: ({ context: { comparison } }) => {
        if (comparison) localData.write(storedVersionKey, comparison.stored ?? comparison.served)
      },
      logFailure: logTo(log),
    },
  })
}

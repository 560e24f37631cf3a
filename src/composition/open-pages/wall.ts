import { createActor, fromPromise } from 'xstate'
import { wallRoutes } from '../../../contract/wire/routes/wall.ts'
import { createServerClock } from '../../machines/parts/clock.ts'
import { wallMachine } from '../../machines/wall/wall.machine.ts'
import { createAlertSound } from '../../services/alerts/alert-sound.ts'
import type { PanelConfig } from '../../services/config/panel-config.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { createHttpClient, type ReadAnswer } from '../../services/http/http-client.ts'
import type { Log } from '../../services/log/log.ts'
import { createLocalData } from '../../services/storage/local-data.ts'
import { compareVersions } from '../../services/version/version-api.ts'
import { isWallSoundOn, storeWallSound } from '../../services/wall/wall-sound-choice.ts'
import { logTo } from '../neighbours.ts'

/** The actor of the wall view, with the server's calls for the link's `token` (INC-8). The caller starts it. */
export function wall({ apiUrl }: PanelConfig, log: Log, token: string) {
  const clock = createServerClock()
  const localData = createLocalData(log, window)
  const sound = createAlertSound()
  let isPartial = false
  const client = createHttpClient({
    baseUrl: apiUrl,
    cache: 'no-cache',
    authorization: { token: () => token },
    xsrfToken: () => undefined,
    pageUrl: location.href,
    // The chart handles a 401: there is no session to end.
    onUnauthorized: () => {},
    onCompleted: ({ serverTime, durationMs }) => clock.compare(serverTime, durationMs),
  })
  const noteRead = ({ unread }: ReadAnswer) => {
    isPartial = unread !== undefined
  }
  const call = createCall({ ...client, noteRead }, log)
  const machine = wallMachine.provide({
    actors: {
      load: fromPromise(async ({ signal }) => ({ ...dataOf(await call(wallRoutes.wall, { signal })), isPartial })),
      askAllowed: fromPromise(() => sound.isAllowed()),
      sound: fromPromise(async ({ signal }) => {
        const isAllowed = await sound.isAllowed()
        if (isAllowed) await sound.play(signal)
        return isAllowed
      }),
      isOutdated: fromPromise(async ({ signal }) => {
        const { served, built } = await compareVersions(localData, __PANEL_VERSION__, signal)
        return served !== built
      }),
    },
    actions: {
      storeSoundPreference: (_, { isOn }) => storeWallSound(localData, isOn),
      reloadPage: () => location.reload(),
      logFailure: logTo(log),
    },
  })
  return createActor(machine, { clock, input: { isSoundWanted: isWallSoundOn(localData) } })
}

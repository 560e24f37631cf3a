import * as v from 'valibot'
import { eventPage } from '../../../contract/wire/answers/event-search.ts'
import { notificationList } from '../../../contract/wire/answers/notifications.ts'
import { socketLimits } from '../../../src/machines/socket/socket-limits.ts'
import { openSocketLink } from '../../../src/services/socket/socket-link.ts'

/** State of one open panel: it reconnects as the real panel does, and fetches after each connect. */
export type LivePanel = {
  isUp(): boolean
  /** Ids of events and notifications that the panel received or fetched. */
  known: ReadonlySet<string>
  /** Ids that the panel received over a link. */
  received: ReadonlySet<string>
  /** When each link was up, in milliseconds since the epoch; `lost` is infinite while the link is up. */
  links: readonly { up: number; lost: number }[]
  /** Number of duplicates: received twice over one link, or over two links. */
  twice: { onOneLink: number; overTwo: number }
  /** Number of refused tokens. */
  signedOut(): number
  lost(): number
  /** Milliseconds from each event to its arrival. */
  delays: readonly number[]
  close(): void
}

const fetchedAtOnce = 100

/** Opens the link with the panel's own code. */
export function openLivePanel(url: string, { token, userId }: { token: string; userId: string }): LivePanel {
  const known = new Set<string>()
  const received = new Set<string>()
  const links: { up: number; lost: number }[] = []
  let receivedOnLink = new Set<string>()
  const twice = { onOneLink: 0, overTwo: 0 }
  const delays: number[] = []
  let [isUp, isClosed, signedOut, lost, attempt] = [false, false, 0, 0, 0]
  let closeLink = () => {}
  let timer: NodeJS.Timeout | undefined

  function take(id: string): void {
    if (receivedOnLink.has(id)) twice.onOneLink += 1
    else if (received.has(id)) twice.overTwo += 1
    receivedOnLink.add(id)
    received.add(id)
    known.add(id)
  }

  async function load<Answer>(path: string, schema: v.GenericSchema<unknown, Answer>): Promise<Answer> {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    if (response.status === 401) signedOut += 1
    return v.parse(schema, await response.json())
  }

  async function catchUp(): Promise<void> {
    const [{ result }, { notifications }] = await Promise.all([
      load(`/rest/events?limit=${fetchedAtOnce}`, eventPage),
      load(`/rest/notifications/list?userId=${userId}`, notificationList),
    ])
    for (const { id } of [...result, ...notifications]) known.add(id)
  }

  /** Fetches again until the server answers. */
  function catchUpAtLast(): void {
    catchUp().catch(() => {
      if (!isClosed) setTimeout(catchUpAtLast, 500 + Math.random() * 1_000)
    })
  }

  function open(): void {
    receivedOnLink = new Set()
    closeLink = openSocketLink(
      {
        socketUrl: url,
        namespace: '',
        token: () => token,
        transport: 'websocket',
        log: { info: () => {}, warn: () => {} },
      },
      {
        onUp() {
          isUp = true
          links.push({ up: Date.now(), lost: Number.POSITIVE_INFINITY })
          attempt = 0
          catchUpAtLast()
        },
        onUnread() {},
        onLost() {
          isUp = false
          const link = links.at(-1)
          if (link) link.lost = Date.now()
          lost += 1
          again()
        },
        onRefused(refusal) {
          if (refusal === 'unauthorized') signedOut += 1
          again()
        },
        onBatch({ activities }) {
          const now = Date.now()
          for (const { id, at } of activities) {
            take(id)
            delays.push(now - Date.parse(at))
          }
        },
        onNotifications(notifications) {
          for (const { id } of notifications) take(id)
        },
        onIncidents() {},
        onCondominiums() {},
        onVersion() {},
      },
    )
  }

  function again(): void {
    closeLink()
    attempt += 1
    const { firstDelayMs, longestDelayMs } = socketLimits
    const delayMs = Math.min(firstDelayMs * 2 ** (attempt - 1), longestDelayMs)
    if (!isClosed) timer = setTimeout(open, delayMs * (0.75 + Math.random() * 0.75))
  }

  open()
  return {
    isUp: () => isUp,
    known,
    received,
    links,
    twice,
    signedOut: () => signedOut,
    lost: () => lost,
    delays,
    close() {
      isClosed = true
      clearTimeout(timer)
      closeLink()
    },
  }
}

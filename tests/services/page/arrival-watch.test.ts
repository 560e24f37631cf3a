import { expect, test } from 'vitest'
import { watchArrival } from '../../../src/services/page/arrival-watch.ts'

function watched() {
  const page = { isWaiting: false, isMissing: false, isStalled: false, isAnswered: true, asked: 0, reloads: 0 }
  const watch = watchArrival({
    isWaiting: () => page.isWaiting,
    isMissing: () => page.isMissing,
    showStalled: (isStalled) => {
      page.isStalled = isStalled
    },
    isAnswered: async () => {
      page.asked += 1
      return page.isAnswered
    },
    reload: () => {
      page.reloads += 1
    },
  })
  const secondsPass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) await watch.look()
  }
  return { page, secondsPass, online: watch.online }
}

test('a panel that has not loaded for 20 s is reported, and not a second earlier (LIVE-9)', async () => {
  const { page, secondsPass } = watched()
  page.isWaiting = true
  await secondsPass(19)
  expect(page.isStalled).toBe(false)
  await secondsPass(1)
  expect(page.isStalled).toBe(true)
})

test('a panel that loads late withdraws the report, and the page is not reloaded', async () => {
  const { page, secondsPass, online } = watched()
  page.isWaiting = true
  await secondsPass(30)
  page.isWaiting = false
  await secondsPass(1)
  online()
  expect(page).toMatchObject({ isStalled: false, reloads: 0 })
})

test('while nothing is missing the server is not asked, even if the network changes', async () => {
  const { page, secondsPass, online } = watched()
  await secondsPass(60)
  online()
  expect(page).toMatchObject({ asked: 0, reloads: 0 })
})

test.each(['isWaiting', 'isMissing'] as const)(
  'with %s the page is reloaded when the network returns (LIVE-8)',
  async (lack) => {
    const { page, secondsPass, online } = watched()
    page[lack] = true
    await secondsPass(25)
    online()
    expect(page.reloads).toBe(1)
  },
)

test.each(['isWaiting', 'isMissing'] as const)(
  "with %s the page is reloaded within 15 s of the server's recovery (LIVE-8)",
  async (lack) => {
    const { page, secondsPass } = watched()
    Object.assign(page, { [lack]: true, isAnswered: false })
    await secondsPass(60)
    expect(page.reloads).toBe(0)
    page.isAnswered = true
    await secondsPass(15)
    expect(page.reloads).toBe(1)
  },
)

test('a server that answers all the time causes no reload, which would be a loop (VER-2)', async () => {
  const { page, secondsPass } = watched()
  page.isMissing = true
  await secondsPass(600)
  expect(page).toMatchObject({ asked: 40, reloads: 0 })
})

import { expect, it } from 'vitest'
import { passwordTurns } from '../../../backend/sessions/password-turns.ts'

it('passwordTurns hashes a few passwords at the same time, lets a few callers wait, and refuses the next caller with a message (OPS-4)', async () => {
  const takeTurn = passwordTurns({ running: 2, waiting: 4, waitingEach: 3 })
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((end) => ends.push(end))
    running -= 1
  }
  const taken = Array.from({ length: 5 }, () => takeTurn('a', work))
  await expect(takeTurn('a', work)).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '3' },
    message: expect.stringContaining('Aguarde alguns segundos'),
  })
  taken.push(takeTurn('b', work))
  await expect(takeTurn('c', work)).rejects.toMatchObject({ status: 429 })
  for (let done = 0; done < 6; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(done)
    ends[done]?.()
  }
  await Promise.all(taken)
  expect(most).toBe(2)
})

it('passwordTurns gives the slot to the next caller when the work fails', async () => {
  const takeTurn = passwordTurns({ running: 1, waiting: 1, waitingEach: 1 })
  const failed = takeTurn('a', () => Promise.reject(new Error('no')))
  await expect(takeTurn('a', async () => 'done')).resolves.toBe('done')
  await expect(failed).rejects.toThrow('no')
})

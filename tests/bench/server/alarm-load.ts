// `node tests/bench/server/alarm-load.ts`: the report of a month with 10,000 incidents (INC-9), over HTTP.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { startBackend } from '../../../backend/server.ts'
import { alarmLoad } from '../../../contract/wire/answers/alarm-load.ts'

const dayMs = 86_400_000
const asked = 10
const folder = await mkdtemp(join(tmpdir(), 'guarita-alarm-load-'))
const backend = await startBackend({ port: 0, dataDir: folder, seed: 'large', pastEvents: 1 })
try {
  // One incident every 4 min; every tenth is never taken, every fifth is reopened.
  await backend.database.script(`
    insert into incidents (id, customers_id, kind, condominium_id, word_code, state, context, life, opened_at, version)
      select 'load-' || number, 'horizonte', 'contact', condominium_id, word_code, '{}', '{}', 'closed',
        now() - number * interval '4 minutes', 1
      from (select devices.word_code, condominium_id, row_number() over (order by devices.word_code) as number from devices
        join condominiums on condominiums.id = condominium_id where customers_id = 'horizonte') as device where number <= 10000;
    insert into incident_devices (incident_id, word_code, condominium_id, is_failing, cause, since)
      select id, word_code, condominium_id, false, 'off', opened_at from incidents where id like 'load-%';
    insert into incident_notes (incident_id, at, act, by_id)
      select id, opened_at + step * interval '1 minute', act, case when act = 'claimed' then 'user-admin' end
      from (select *, split_part(id, '-', 2)::int as number from incidents where id like 'load-%') as incident,
        (values (0, 'opened'), (1, 'claimed'), (3, 'resolved'), (10, 'reopened'), (12, 'resolved')) as note (step, act)
      where (act <> 'claimed' or number % 10 > 0) and (step < 10 or number % 5 = 0) order by 2;
    analyze;`)
  const signedIn = await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@guarita.demo', password: 'guarita-demo', remember: true }),
  })
  const { token } = v.parse(v.object({ token: v.string() }), await signedIn.json())
  const to = Date.now() + 60_000
  const from = to - 31 * dayMs
  const iso = (at: number) => new Date(at).toISOString()
  const cuts = Array.from({ length: 61 }, (_, index) => iso(from + (index + 1) * (dayMs / 2))).join(',')
  const lengths: number[] = []
  for (let turn = 0; turn < asked; turn += 1) {
    const startedAt = performance.now()
    const answer = await fetch(
      `${backend.url}/rest/alarm-load?${new URLSearchParams({ from: iso(from), to: iso(to), cuts })}`,
      { headers: { authorization: `Bearer ${token}` } },
    )
    const { whole, shifts } = v.parse(alarmLoad, await answer.json())
    lengths.push(performance.now() - startedAt)
    if (turn === 0) console.log(`${whole.alarms} calls in ${shifts.length} shifts; first report in ${inMs(lengths)} ms`)
  }
  console.log(`${asked} reports: median ${inMs(lengths.toSorted((left, right) => left - right).slice(asked / 2))} ms`)
} finally {
  await backend.close()
  await rm(folder, { recursive: true, force: true })
}

function inMs([first = 0]: readonly number[]): string {
  return first.toFixed(0)
}

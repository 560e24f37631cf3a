import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { sheetXml, xlsxParts, zipOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { signIn } from '../browser/demo-sign-in.ts'
import { type Metric, printMetrics } from '../metric.ts'

/** Measures the cost of hostile spreadsheets (OPS-4): `node tests/bench/hardening/spreadsheets.ts`. */
const mebibyte = 1024 * 1024
const files: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  '32 MiB of elements': inSheet('<c/>'.repeat(7.9 * mebibyte)),
  'one tag with 32 MiB of attributes': inSheet(
    `<row ${Array.from({ length: 2_200_000 }, (_, at) => `a${at.toString(36)}="1"`).join(' ')}/>`,
  ),
  '31 MiB of texts': withTexts(Array.from({ length: 1_000_000 }, () => '<si><t>abcdefg</t></si>').join('')),
  'texts that hardly compress': withTexts(
    Array.from({ length: 250_000 }, () => `<si><t>${randomBytes(9).toString('base64')}</t></si>`).join(''),
  ),
  '5,000 rows with the maximum number of columns': inSheet(
    Array.from(
      { length: 5_000 },
      () => `<row>${'<c t="inlineStr"><is><t>abcdefgh</t></is></c>'.repeat(20)}</row>`,
    ).join(''),
  ),
}
const metrics: Metric[] = []
for (const [name, bytes] of Object.entries(files)) {
  const server = fork(join(import.meta.dirname, 'small-server.ts'))
  try {
    const [{ url }] = await once(server, 'message')
    const { token, userId } = await signIn(url)
    const before = await stateOf(server)
    const body = new FormData()
    body.append('file', new Blob([bytes]), 'dispositivos.xlsx')
    const beganAt = performance.now()
    const answer = await fetch(`${url}/rest/import/device/condominio-01/${userId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    const { message } = await answer.json()
    const tookMs = performance.now() - beganAt
    const after = await stateOf(server)
    const size = `${name} (${(bytes.length / 1024).toFixed(0)} kB)`
    console.log(`${size}: ${answer.status} ${message}`)
    metrics.push({ what: `${size}: longest pause`, measured: after.longestPauseMs, unit: 'ms' })
    metrics.push({ what: `${size}: growth of memory`, measured: after.mostMiB - before.mostMiB, unit: 'MiB' })
    metrics.push({ what: `${size}: answered after`, measured: tookMs, unit: 'ms' })
  } finally {
    server.kill('SIGKILL')
  }
}
printMetrics(metrics)

async function stateOf(server: ReturnType<typeof fork>): Promise<{ longestPauseMs: number; mostMiB: number }> {
  server.send('state')
  const [state] = await once(server, 'message')
  return state
}

function inSheet(rows: string): Uint8Array<ArrayBuffer> {
  return zipOf(xlsxParts(sheetXml([]).replace('</sheetData>', `${rows}</sheetData>`)))
}

function withTexts(texts: string): Uint8Array<ArrayBuffer> {
  return zipOf(xlsxParts(sheetXml([]), { 'xl/sharedStrings.xml': `<sst>${texts}</sst>` }))
}

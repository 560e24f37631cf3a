import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { circuitText } from '../../contract/devices/circuit-texts.ts'
import { type DeviceStatus, deviceStatusOf } from '../../contract/devices/device-status.ts'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import { DashboardPage } from '../../src/ui/dashboard/dashboard-page.tsx'
import { circuitOf } from '../../src/ui/devices/device-hooks.ts'
import { DevicePage } from '../../src/ui/devices/device-page.tsx'
import { usePanelContact } from '../../src/ui/devices/status/panel-contact-hooks.ts'
import { useIncidentFinder } from '../../src/ui/incidents/incident-hooks.ts'
import { PanelProvider, useFlow } from '../../src/ui/panel-context.tsx'

export interface MetricOnScreen {
  label: string
  tone: 'ok' | 'bad' | 'warn' | 'neutral'
  value: string
  detail: string
}

export interface DeviceOnScreen {
  wordCode: string
  deviceStatus: DeviceStatus
  /** The text about its next call. */
  next: string
}

export interface Screen {
  figures: MetricOnScreen[]
  devices: DeviceOnScreen[]
  /** The dashboard's sentence. */
  situation: { tone: MetricOnScreen['tone']; text: string }
  /** The sentence of one device's page, or '' without a sentence. */
  verdict: string
}

/** Renders the panel's own views and reads their claims. */
export function look(panel: Panel, wordCode: string): Screen {
  const devices: DeviceOnScreen[] = []
  const markup = renderToStaticMarkup(
    <PanelProvider panel={panel}>
      <Router ssrPath="/dashboard" ssrSearch="">
        <DashboardPage />
        <DevicePage wordCode={wordCode} />
        <Rows onRow={(row) => devices.push(row)} />
      </Router>
    </PanelProvider>,
  )
  return {
    figures: metricsIn(markup),
    devices,
    situation: situationIn(markup),
    verdict: textOf(/class="card device-verdict.*?<p>(.*?)<\/p>/.exec(markup)?.[1]),
  }
}

/** All rows of the device list; the list itself renders only those that fit in a window. */
function Rows({ onRow }: { onRow: (row: DeviceOnScreen) => void }) {
  const contact = usePanelContact()
  const board = useFlow('deviceList').getSnapshot().context.board
  const flow = useFlow('devices')
  const incidentOf = useIncidentFinder()
  for (const device of board.all()) {
    const circuit = circuitOf(flow, device.wordCode)
    onRow({
      wordCode: device.wordCode,
      deviceStatus: deviceStatusOf({
        device,
        reportedAt: board.reportedAt(device.wordCode),
        incident: incidentOf(device),
        circuit,
        contact,
      }),
      next: circuitText(circuit, Date.now(), contact),
    })
  }
  return null
}

function metricsIn(markup: string): MetricOnScreen[] {
  const figures = /class="figure tone-(ok|bad|warn|neutral)(.*?)(?=class="figure tone|<\/section>|$)/g
  return [...markup.matchAll(figures)].map(([, tone, content = '']) => ({
    tone: tone as MetricOnScreen['tone'],
    label: part(content, 'label'),
    value: part(content, 'value'),
    detail: part(content, 'detail'),
  }))
}

function situationIn(markup: string): Screen['situation'] {
  const [, tone = 'neutral', text] =
    /class="card situation tone-(ok|bad|warn|neutral)".*?class="situation-text">(.*?)<\/p>/.exec(markup) ?? []
  return { tone: tone as MetricOnScreen['tone'], text: textOf(text) }
}

function part(markup: string, name: 'label' | 'value' | 'detail'): string {
  return textOf(new RegExp(`class="figure-${name}[^"]*">(.*?)</span>`).exec(markup)?.[1])
}

function textOf(markup = ''): string {
  return markup.replace(/<[^>]*>/g, '')
}

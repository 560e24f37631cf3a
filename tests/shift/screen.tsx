import type { ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { pages } from '../../src/composition/flows.ts'
import { menu } from '../../src/composition/menu.ts'
import type { Panel } from '../../src/machines/panel/panel.machine.ts'
import { useDeviceHistory } from '../../src/ui/audit/audit-hooks.ts'
import { useCondominiums } from '../../src/ui/condominiums/condominium-hooks.ts'
import { CondominiumOptions } from '../../src/ui/condominiums/search/condominium-options.tsx'
import { foundGroups } from '../../src/ui/condominiums/search/found-places.ts'
import { SelectedCondominium } from '../../src/ui/condominiums/selected-condominium.tsx'
import { useDevice } from '../../src/ui/device-list/device-list-hooks.ts'
import { lateOperationTexts } from '../../src/ui/devices/commands/late-operation-texts.ts'
import { useDeviceResults } from '../../src/ui/devices/device-hooks.ts'
import { useDeviceFacts } from '../../src/ui/devices/status/device-facts-hooks.ts'
import { maintenanceText } from '../../src/ui/devices/status/maintenance-text.ts'
import { HiddenAlarms } from '../../src/ui/incidents/hidden-alarms.tsx'
import { lateHiddenAlarms } from '../../src/ui/incidents/late-hidden-alarms.ts'
import { MenuCount } from '../../src/ui/layout/menu/menu-count.tsx'
import { PanelProvider, useFlow } from '../../src/ui/panel-context.tsx'
import { ConnectionState } from '../../src/ui/socket/connection-state.tsx'
import { WallPage, type WallRef } from '../../src/ui/wall/wall-page.tsx'
import { type ReadElement, readMarkup } from './markup.ts'

/** The open pages of a person: of a device, of its condominium, and of an incident. */
export interface Visit {
  wordCode: string
  condominiumId: string
  /** Null while there was no incident yet. */
  incidentId: string | null
}

/** Pages without a part that depends on the visit. */
const fixedPages = {
  dashboard: '/dashboard',
  devices: '/devices',
  condominiums: '/condominiums',
  incidents: '/incidents',
  handover: '/handover',
  load: '/alarm-load',
} as const

/**
 * The views of the panel, and the wall, as rendered at one moment. `aroundPage` is the line above every page but the
 * dashboard; `connection`, `selection` and `menu` are the parts of the header and the menu.
 */
export type RenderedViews = Readonly<
  Record<
    | keyof typeof fixedPages
    | ('device' | 'condominium' | 'search' | 'wall')
    | ('aroundPage' | 'connection' | 'selection' | 'menu'),
    ReadElement
  >
> & {
  incident: ReadElement | null
  /** The text for the maintenance; '' without the device. */
  maintenance: string
}

export type Views = Awaited<ReturnType<typeof loadViews>>

/** Loads the code of the pages by their addresses, and returns functions that render them. */
export async function loadViews(panel: Panel) {
  const loaded = new Map<string, ComponentType<Readonly<Record<string, string | undefined>>>>()
  for (const address of [...Object.values(fixedPages), '/devices/x', '/condominiums/x', '/incidents/x'])
    await load(address)
  await Promise.all([lateHiddenAlarms.load(), lateOperationTexts.load()])

  async function load(path: string): Promise<void> {
    const page = pageAt(path)
    loaded.set(page.address, await page.code())
  }

  function render(path: string): ReadElement {
    const { address } = pageAt(path)
    const Page = loaded.get(address)
    if (Page === undefined) throw new Error(`${path} is not loaded`)
    return rendered(<Page {...paramsOf(address, path)} />, path)
  }

  function rendered(view: ReactNode, path: string): ReadElement {
    return readMarkup(
      renderToStaticMarkup(
        <PanelProvider panel={panel}>
          <Router ssrPath={path} ssrSearch="">
            {view}
          </Router>
        </PanelProvider>,
      ),
    )
  }

  return {
    render,
    /** Renders all views at this moment; `visit` names the pages that are open. */
    renderAll({ wordCode, condominiumId, incidentId }: Visit, wall: WallRef): RenderedViews {
      let maintenance = ''
      const takeText = (text: string) => {
        maintenance = text
      }
      rendered(<Maintenance wordCode={wordCode} onText={takeText} />, '/devices')
      const menuEntries = menu.map((entry) => <MenuCount key={entry.href} entry={entry} />)
      return {
        dashboard: render(fixedPages.dashboard),
        devices: render(fixedPages.devices),
        condominiums: render(fixedPages.condominiums),
        incidents: render(fixedPages.incidents),
        handover: render(fixedPages.handover),
        load: render(fixedPages.load),
        device: render(`/devices/${wordCode}`),
        condominium: render(`/condominiums/${condominiumId}`),
        incident: incidentId === null ? null : render(`/incidents/${incidentId}`),
        search: rendered(<Search />, '/dashboard'),
        aroundPage: rendered(<HiddenAlarms />, '/devices'),
        connection: rendered(<ConnectionState />, '/devices'),
        selection: rendered(<SelectedCondominium />, '/devices'),
        menu: rendered(menuEntries, '/devices'),
        wall: readMarkup(renderToStaticMarkup(<WallPage wall={wall} />)),
        maintenance,
      }
    },
  }
}

function pageAt(path: string) {
  const page = pages.find(({ pattern }) => pattern.test(path))
  if (page === undefined) throw new Error(`no page at ${path}`)
  return page
}

function paramsOf(address: string, path: string): Record<string, string | undefined> {
  const parts = path.split('/')
  return Object.fromEntries(
    address.split('/').flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), parts[at]]] : [])),
  )
}

/** The options of the search in the header, with all condominiums and devices. */
function Search() {
  const condominiums = useCondominiums()
  const { board } = useFlow('deviceList').getSnapshot().context
  const groups = foundGroups(condominiums, [...board.all()], { hasAll: false })
  const found = { groups, condominiumCount: condominiums.length, text: 'e' }
  const field = { current: null }
  return (
    <CondominiumOptions
      {...{ field, found, activeIndex: -1, selectedId: null, onSelect: () => {} }}
      id="busca"
      label="Buscar Condomínio"
    />
  )
}

interface MaintenanceProps {
  wordCode: string
  onText: (text: string) => void
}

/** The text of the button 'Copiar para a manutenção'. */
function Maintenance({ wordCode, onText }: MaintenanceProps) {
  const device = useDevice(wordCode)
  return device === undefined ? null : <KnownMaintenance {...{ device, onText }} />
}

function KnownMaintenance({
  device,
  onText,
}: { device: NonNullable<ReturnType<typeof useDevice>> } & Pick<MaintenanceProps, 'onText'>) {
  const facts = useDeviceFacts(device)
  const condominium = useCondominiums().find(({ id }) => id === device.condominiumId) ?? null
  const results = useDeviceResults(device.wordCode)
  onText(maintenanceText({ ...facts, condominium, results, records: useDeviceHistory(device.wordCode) }))
  return null
}

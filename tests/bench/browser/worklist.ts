import { type BrowserContext, expect, type Page } from '@playwright/test'
import { makeGateEvent } from '../../e2e/parts/panel-test.ts'
import type { Metric } from '../metric.ts'
import { type Interaction, measureEach } from './interactions.ts'

/** One incident more than there are rounds. */
const places = ['01', '02', '03', '04', '05', '06', '07', '08']

const key = (keys: string) => (page: Page) => page.keyboard.press(keys)
const comment = (page: Page) => page.getByLabel('Comentário')

const interactions: readonly Interaction[] = [
  {
    what: 'open the next unclaimed incident',
    act: key('n'),
    done: (page) => expect(page.getByRole('main').getByRole('button', { name: 'Estou cuidando' })).toBeVisible(),
  },
  {
    what: 'claim an incident',
    act: key('c'),
    done: (page) => expect(page.locator('.incident-facts').getByText('Você está cuidando')).toBeVisible(),
  },
  { what: 'begin a comment', act: key('m'), done: (page) => expect(comment(page)).toBeFocused() },
  { what: 'type a letter of a comment', act: key('a'), done: (page) => expect(comment(page)).toHaveValue('a') },
  { what: 'send a comment', act: key('Control+Enter'), done: (page) => expect(comment(page)).toHaveValue('') },
  { what: 'leave the comment', act: key('Escape'), done: (page) => expect(comment(page)).not.toBeFocused() },
]

/** Interactions with the worklist of incidents; makes incidents that stay (DESK-3). */
export async function measureWorklist(context: BrowserContext, url: string): Promise<Metric[]> {
  for (const place of places) await makeGateEvent(url, { condominiumId: `condominio-${place}`, kind: 'door-forced' })
  return measureEach(context, url, interactions, '/incidents')
}

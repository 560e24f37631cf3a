import { expect, type Page } from '@playwright/test'

/** Appearance that was chosen at an earlier visit (THM-1). */
export interface Look {
  name: string
  /** Entries of localStorage. */
  stored: Readonly<Record<string, string>>
  /** Classes of `<html>`. */
  classes: readonly string[]
  scheme: 'light' | 'dark'
  dir: 'ltr' | 'rtl'
}

/** Reads the appearance of `<html>`: classes, theme, direction, colours, stylesheet. */
export function lookOf(page: Page) {
  return page.evaluate(() => {
    const { classList, dataset, dir, style } = document.documentElement
    return {
      classes: [...classList].sort(),
      scheme: dataset.bsTheme,
      dir,
      variables: Object.fromEntries([...style].sort().map((name) => [name, style.getPropertyValue(name)])),
      stylesheets: [...document.querySelectorAll('#bootstrap')].map((sheet) => sheet.getAttribute('href')),
    }
  })
}

/**
 * Stores `look` for the next load and removes the entries of all other `looks`. The page must have the panel's origin.
 */
export async function store(page: Page, look: Look, looks: readonly Look[]): Promise<void> {
  await page.evaluate(
    ({ keys, stored }) => {
      for (const key of keys) localStorage.removeItem(key)
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { keys: looks.flatMap(({ stored }) => Object.keys(stored)), stored: look.stored },
  )
}

/**
 * Changes the appearance of a signed-in page without a reload, as a choice in another tab does. It is far cheaper than
 * a load and gives the same page (style-switcher.test.ts). Pages before the sign-in change only by a load.
 */
export async function wear(page: Page, look: Look, looks: readonly Look[]): Promise<void> {
  await store(page, look, looks)
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'lightTheme' })))
  await expect
    .poll(
      async () => {
        const { classes, scheme, dir, stylesheets } = await lookOf(page)
        return { classes: classes.filter((name) => name !== 'is-pinned'), scheme, dir, links: stylesheets.length }
      },
      { message: `the page has the appearance ${look.name}`, intervals: [50] },
    )
    .toEqual({ classes: [...look.classes].sort(), scheme: look.scheme, dir: look.dir, links: 1 })
}

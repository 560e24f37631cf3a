import { expect, type Page } from '@playwright/test'

/** A look as it was chosen at an earlier visit (THM-1). */
export interface Look {
  name: string
  /** As the panel stores it. */
  stored: Readonly<Record<string, string>>
  /** What `<html>` then wears. */
  classes: readonly string[]
  scheme: 'light' | 'dark'
  dir: 'ltr' | 'rtl'
}

/** How `<html>` looks: classes, theme, direction, colours, stylesheet. */
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

/** What the next load finds stored: this look, and nothing of the other `looks`. The page must be one of the panel's origin. */
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
 * Puts a look on a signed-in page in place, the way another tab's choice arrives. Far cheaper than a load with the look stored,
 * and the same page (style-switcher.test.ts); a page for everybody is dressed by loads alone.
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
      { message: `the page wears ${look.name}`, intervals: [50] },
    )
    .toEqual({ classes: [...look.classes].sort(), scheme: look.scheme, dir: look.dir, links: 1 })
}

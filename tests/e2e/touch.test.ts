import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { phone, visit } from '../support/browser.ts'
import { useProduct } from '../support/product.ts'
import { pagesOnce, walkTimeout } from '../support/walk.ts'

const site = useProduct()

/** Controls for typing whose text is smaller than 16 px, with which iOS zooms into the page on focus. */
const smallControls = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=color], [aria-hidden]), textarea, select, [contenteditable=true]',
      ),
    ]
      .filter(it => it.checkVisibility() && Number.parseFloat(getComputedStyle(it).fontSize) < 16)
      .map(it => `${it.tagName} ${it.className} ${it.getAttribute('aria-label') ?? it.id}`),
  )

test(
  'every control for typing has a text of 16 px on a touch screen',
  async () => {
    const small: string[] = []
    for (const [account, pages] of pagesOnce) {
      const { page, close } = await site.openAs(account, { viewport: phone, hasTouch: true })
      for (const { path } of pages) {
        await visit(page, path)
        small.push(...(await smallControls(page)).map(it => `${path} ${it}`))
      }
      await close()
    }
    expect(small).toEqual([])
  },
  walkTimeout,
)

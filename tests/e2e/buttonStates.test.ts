import { expect, test } from 'vitest'

import { visit, wide } from '../support/browser.ts'
import { contrastsOfButtons } from '../support/contrast.ts'
import { useProduct } from '../support/product.ts'
import { pagesOnce, walkTimeout } from '../support/walk.ts'

const site = useProduct()

test.each(['light', 'dark'] as const)(
  'every button has enough contrast in every state, enabled and disabled, %s',
  async colorScheme => {
    const known = new Set<string>()
    const low: string[] = []
    for (const [account, pages] of pagesOnce) {
      const { page, close } = await site.openAs(account, { viewport: wide, colorScheme })
      for (const { path } of pages) {
        await visit(page, path)
        const measured = await contrastsOfButtons(page, known)
        low.push(
          ...measured
            .filter(({ ratio, needed }) => ratio < needed)
            .map(({ button, state, ratio }) => `${path} ${button}: ${state} ${ratio.toFixed(2)}`),
        )
      }
      await close()
    }
    expect(known.size).toBeGreaterThan(30)
    expect(low).toEqual([])
  },
  walkTimeout,
)

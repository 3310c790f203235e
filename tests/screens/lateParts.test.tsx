import { screen } from '@testing-library/react'
import { useNotify } from 'ra-core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { lazyComponent } from '../../src/loading/lazyComponent.tsx'
import { useServer } from '../support/screen.tsx'

const { put } = useServer()

/** Code that can't be fetched until `mend` is called. */
const failUntilMended = <P extends object>(draw: (props: P) => ReactNode) => {
  let isGone = true
  const Part = lazyComponent<P>(() =>
    isGone
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve(draw),
  )
  return { Part, mend: () => void (isGone = false) }
}

const Typed = ({ children }: { children: ReactNode }) => (
  <>
    <input aria-label="写的" />
    {children}
  </>
)

test('a part whose code cannot be loaded fails alone, and is retried', async () => {
  const { Part, mend } = failUntilMended<object>(() => <p>预览</p>)
  const { user } = await put(
    'admin',
    <Typed>
      <Part />
    </Typed>,
  )
  await screen.findByText(/这部分加载失败/)
  await user.type(screen.getByLabelText('写的'), '留着')
  mend()
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('预览')
  expect(screen.queryByText(/这部分加载失败/)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('写的').value).toBe('留着')
})

test('a dialog whose code cannot be loaded can be closed, and opened later', async () => {
  const { Part, mend } = failUntilMended<{ onClose: () => void }>(() => <div role="dialog">对话</div>)
  const Opener = () => {
    const [isOpen, setOpen] = useState(false)
    return (
      <Typed>
        <button type="button" onClick={() => setOpen(true)}>
          打开
        </button>
        {isOpen && <Part onClose={() => setOpen(false)} />}
      </Typed>
    )
  }
  const { user } = await put('admin', <Opener />)
  const open = await screen.findByRole('button', { name: '打开' })
  await user.click(open)
  await user.click(await screen.findByRole('button', { name: '关闭' }))
  expect(screen.queryByText(/这部分加载失败/)).toBeNull()
  mend()
  await user.click(open)
  await screen.findByRole('dialog')
})

test('a notification stays while hovered, closes with Escape, and is followed by the next', async () => {
  const Saying = () => {
    const notify = useNotify()
    return (
      <button
        type="button"
        onClick={() => {
          notify('第一句', { autoHideDuration: null })
          notify('第二句', { autoHideDuration: null })
        }}
      >
        说
      </button>
    )
  }
  const { user } = await put('admin', <Saying />)
  await user.click(await screen.findByRole('button', { name: '说' }))
  expect((await screen.findByRole('alert')).textContent).toBe('第一句')
  await user.keyboard('{Escape}')
  expect((await screen.findByRole('alert')).textContent).toBe('第二句')
  await user.click(document.body)
  expect(screen.queryByRole('alert')).toBeNull()
})

import { useTranslate } from 'ra-core'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { useFormValues } from '../shell/useFormValues.ts'
import { Button } from '../shell/Button.tsx'
import { lazyComponent } from '../shell/lazyComponent.tsx'
import { PageActions } from '../shell/pageSlots.tsx'
import { useMediaQuery } from '../shell/useMediaQuery.ts'

import './aside.css'

const Dialog = lazyComponent(() => import('../shell/Dialog.tsx').then(it => it.Dialog))

/** Beside the form where there is room, else behind a button that is always in reach. */
export const usePreviewBeside = () => useMediaQuery('(min-width: 1180px)')

type Props = {
  /** Memoised: drawn again when the values of the form rest. */
  children: (values: Readonly<Record<string, unknown>>) => ReactNode
}

/** What the form would make of the mini-program, from its unsaved values; typing goes before drawing. */
const Drawn = ({ children }: Props) => children(useDeferredValue(useFormValues()))

/** The phone beside a form; on a narrow screen a button of the bar opens it. */
export const usePreview = (draw: Props['children'] | undefined) => {
  const translate = useTranslate()
  const isBeside = usePreviewBeside()
  const [isOpen, setOpen] = useState(false)
  if (!draw) return { items: [], aside: null }
  if (isBeside)
    return {
      items: [],
      aside: (
        <div className="form-preview">
          <Drawn>{draw}</Drawn>
        </div>
      ),
    }
  return {
    items: [
      { key: 'preview', label: translate('预览'), onChoose: () => setOpen(true), isDirect: true as const },
    ],
    aside: isOpen && (
      <Dialog title={translate('小程序预览')} onClose={() => setOpen(false)}>
        <div className="dialog-content">
          <Drawn>{draw}</Drawn>
        </div>
      </Dialog>
    ),
  }
}

/** For a page that has no room beside its form: a button in the header, and a phone that floats above the page. */
export const FloatingPreview = ({ children }: Props) => {
  const translate = useTranslate()
  const isWide = usePreviewBeside()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PageActions>
        <Button aria-expanded={isOpen} onPointerEnter={Dialog.preload} onClick={() => setOpen(!isOpen)}>
          {translate('手机预览')}
        </Button>
      </PageActions>
      {isOpen && isWide && (
        <aside className="floating-preview" aria-label={translate('手机预览')}>
          <Button look="quiet" aria-label={translate('关闭手机预览')} onClick={() => setOpen(false)}>
            ×
          </Button>
          <Drawn>{children}</Drawn>
        </aside>
      )}
      {isOpen && !isWide && (
        <Dialog title={translate('小程序预览')} onClose={() => setOpen(false)}>
          <div className="dialog-content">
            <Drawn>{children}</Drawn>
          </div>
        </Dialog>
      )}
    </>
  )
}

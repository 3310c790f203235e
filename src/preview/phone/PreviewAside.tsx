import { useTranslate } from 'ra-core'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { useFormValues } from '../../form/useFormValues.ts'
import { Button } from '../../ui/Button.tsx'
import { PageActions } from '../../layout/pageSlots.tsx'
import { useMediaQuery } from '../../browser/useMediaQuery.ts'
import { Dialog } from '../../ui/Dialog.tsx'

import './aside.css'

/** Whether the window is wide enough for a preview beside the form. */
export const useHasRoomForPreview = () => useMediaQuery('(min-width: 1180px)')

type Props = {
  /** Memoised; rendered again when the user pauses typing. */
  children: (values: Readonly<Record<string, unknown>>) => ReactNode
}

/** Preview from the unsaved values of the form; rendered with lower priority than typing. */
const DeferredPreview = ({ children }: Props) => children(useDeferredValue(useFormValues()))

/** Preview for a form: beside it, or on a narrow screen in a dialog that a button in the save bar opens. */
export const useFormPreview = (render: Props['children'] | undefined) => {
  const translate = useTranslate()
  const isBeside = useHasRoomForPreview()
  const [isOpen, setOpen] = useState(false)
  if (!render) return { items: [], aside: null }
  if (isBeside)
    return {
      items: [],
      aside: (
        <div className="form-preview">
          <DeferredPreview>{render}</DeferredPreview>
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
          <DeferredPreview>{render}</DeferredPreview>
        </div>
      </Dialog>
    ),
  }
}

/**
 * Preview for pages without room beside the form: a button in the page header, and a phone that floats above the
 * page.
 */
export const FloatingPreview = ({ children }: Props) => {
  const translate = useTranslate()
  const isWide = useHasRoomForPreview()
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
          <DeferredPreview>{children}</DeferredPreview>
        </aside>
      )}
      {isOpen && !isWide && (
        <Dialog title={translate('小程序预览')} onClose={() => setOpen(false)}>
          <div className="dialog-content">
            <DeferredPreview>{children}</DeferredPreview>
          </div>
        </Dialog>
      )}
    </>
  )
}

import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { Button } from '../shell/Button.tsx'
import { lazyComponent } from '../shell/lazyComponent.tsx'
import { PageActions } from '../shell/pageSlots.tsx'
import { useRights } from '../shell/useRights.ts'
import { logs } from '../../resources/logs.ts'
import type { LogOf } from './ChangeLog.tsx'

const ChangeLog = lazyComponent(() => import('./ChangeLog.tsx').then(it => it.ChangeLog))

/** The button in the page header that opens 变更记录, for whoever may read the log. */
export const ChangeLogButton = ({ of }: { of: LogOf }) => {
  const translate = useTranslate()
  const { can } = useRights()
  const [isOpen, setOpen] = useState(false)
  if (!can(logs, 'getAdminLogPageList')) return null
  return (
    <PageActions>
      <Button onPointerEnter={ChangeLog.preload} onFocus={ChangeLog.preload} onClick={() => setOpen(true)}>
        {translate('变更记录')}
      </Button>
      {isOpen && <ChangeLog of={of} onClose={() => setOpen(false)} />}
    </PageActions>
  )
}

/** Puts the values that held before anybody saved into the form; saving or taking them back is the next step. */
export const RestoreDefaults = ({ initial, names }: { initial: object; names: readonly string[] }) => {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const known: Readonly<Record<string, unknown>> = { ...initial }
  return (
    <Button
      onClick={() => {
        for (const name of names)
          setValue(name, structuredClone(known[name] ?? null), { shouldDirty: true, shouldValidate: true })
      }}
    >
      {translate('恢复默认')}
    </Button>
  )
}

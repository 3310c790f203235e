import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import { call } from '../../../providers/call.ts'
import { firmId } from '../../../providers/request.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { firm } from '../../../resources/settings/firm.ts'
import { useRights } from '../../actions/useRights.ts'
import { FormSkeleton } from '../../layout/FormSkeleton.tsx'
import { confKey } from '../../layout/sessionContext.ts'
import { Loaded } from '../../loading/Loaded.tsx'
import { useSending } from '../../saving/useSending.ts'
import { FieldForm } from '../../views/form/RecordForm.tsx'
import { Sections } from '../../views/ResourceShow.tsx'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'

const Editor = ({ record }: { record: AnyRecord }) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const [base, setBase] = useState(record)
  const sections = useMemo(() => Object.entries(firm.form).map(([title, names]) => ({ title, names })), [])
  const names = useMemo(() => sections.flatMap(it => it.names), [sections])
  const saving = useSending(async values => {
    // Only what was changed: others may have changed the rest.
    const changed = names.filter(name => !isSame(values[name] ?? null, base[name] ?? null))
    const input = Object.fromEntries(changed.map(name => [name, values[name] ?? null]))
    const saved = await call('firm.update', { ...input, version: Number(base['version']) })
    // The firm's name stands in the frame of every page.
    await client.invalidateQueries({ queryKey: confKey })
    return { ...base, ...values, ...saved }
  })
  return (
    <FieldForm
      key={String(base['version'])}
      {...saving}
      base={base}
      sections={sections}
      fields={firm.fields}
      onSaved={saved => {
        notify(translate('已保存'), { type: 'success' })
        setBase(saved)
      }}
    />
  )
}

/** 律所基本信息. */
export const FirmInfo = () => {
  const { can } = useRights()
  const query = useQuery({
    queryKey: ['firm', 'firmInfo', firmId],
    queryFn: ({ signal }) => call('firm.firmInfo', { id: firmId }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <ChangeLogButton of={{ module: 10, targetType: 'firms' }} />
      <Loaded query={query} loading={<FormSkeleton />}>
        {info =>
          can(firm, 'update') ? (
            <Editor record={{ id: info.firmId, ...info }} />
          ) : (
            <Sections resource={{ ...firm, show: firm.form }} record={{ id: info.firmId, ...info }} />
          )
        }
      </Loaded>
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'

import { call } from '../../../providers/call.ts'
import { isSame } from '../../../resources/domain/sameness.ts'
import { firm } from '../../../resources/settings/firm.ts'
import { callKey, useCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { confKey, useFirmId } from '../../session/sessionContext.ts'
import { Loaded } from '../../states/Loaded.tsx'
import type { Send } from '../../form/undoable/intent.ts'
import { SettingForm } from '../../settings/SettingForm.tsx'

const names = Object.values(firm.form).flat()

const useSaveFirm = (firmId: number): Send => {
  const client = useQueryClient()
  return async (values, base) => {
    // Sends only changed fields, because others may have changed the rest.
    const changed = names.filter(name => !isSame(values[name] ?? null, base?.[name] ?? null))
    const input = Object.fromEntries(changed.map(name => [name, values[name] ?? null]))
    const saved = await call('firm.update', { ...input, version: Number(base?.['version']) })
    void client.invalidateQueries({ queryKey: callKey('firm.firmInfo', { id: firmId }) })
    // The configuration contains the firm's name, which every page shows.
    await client.invalidateQueries({ queryKey: confKey })
    return { id: firmId, ...base, ...values, ...saved }
  }
}

/** Page 律所基本信息. */
export const FirmInfo = () => {
  const { can } = useRights()
  const firmId = useFirmId()
  const send = useSaveFirm(firmId)
  // The form must start with current data instead of cached data.
  const { data, error, refetch, isFetchedAfterMount } = useCall(
    'firm.firmInfo',
    { id: firmId },
    { staleTime: 0, refetchOnWindowFocus: false },
  )
  const query = { data: isFetchedAfterMount ? data : undefined, error, refetch }
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {info => (
        <SettingForm
          fields={firm.fields}
          form={firm.form}
          record={{ id: info.firmId, ...info }}
          mayEdit={can(firm, 'update')}
          send={send}
          log={{ module: 10, targetType: 'firms' }}
        />
      )}
    </Loaded>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import {
  type AnyRecord,
  inputOf,
  optional,
  type OutputOf,
  select,
  text,
  toggle,
} from '../../../resources/kit/index.ts'
import type { system } from '../../../resources/settings/system.ts'
import { FormSkeleton } from '../../layout/FormSkeleton.tsx'
import { Loaded } from '../../loading/Loaded.tsx'
import { useSending } from '../../saving/useSending.ts'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'
import { FieldForm } from '../../views/form/RecordForm.tsx'

type Config = OutputOf<(typeof system.calls)['config']>

const fields = {
  provider: select('地图服务', [
    ['none', '不使用'],
    ['tencent', '腾讯地图'],
    ['amap', '高德地图'],
  ]),
  key: optional(text('地图密钥', { max: 200, hint: '在服务商的控制台申请，并限制为本所域名' })),
  security: optional(
    text('安全密钥', {
      max: 500,
      isSensitive: true,
      hint: '高德的 securityJsCode；已设置的不会再显示，留空则不变',
    }),
  ),
  singleSession: toggle('管理员单点登录', { hint: '再次登录时，其他设备上的登录失效' }),
  strictVersion: toggle('严格检查版本', { hint: '关闭后，旧客户端可以不带版本号保存' }),
}

const sections = [
  { title: '地图', names: ['provider', 'key', 'security'] },
  { title: '安全', names: ['singleSession', 'strictVersion'] },
]

const recordOf = ({ map, security, version }: Config): AnyRecord => ({
  id: 1,
  provider: map.provider,
  key: map.key,
  security: null,
  ...security,
  version,
})

const Editor = ({ config }: { config: Config }) => {
  const notify = useNotify()
  const [base, setBase] = useState(() => recordOf(config))
  const saving = useSending(async (values, at) => {
    const { provider, key, security, singleSession, strictVersion } = inputOf(fields).parse(values)
    const map = { provider, key: key ?? '', ...(security ? { security } : {}) }
    const input = { map, security: { singleSession, strictVersion }, version: Number(at?.['version']) }
    return recordOf(await call('system.updateConfig', input))
  })
  return (
    <FieldForm
      key={String(base['version'])}
      {...saving}
      base={base}
      sections={sections}
      fields={fields}
      onSaved={saved => {
        notify('已保存', { type: 'success' })
        setBase(saved)
      }}
    />
  )
}

/** 地图与安全: the map that offices are found on, and how strictly sessions and versions are taken. */
export const SystemConfig = () => {
  const query = useQuery({
    queryKey: ['system', 'config'],
    queryFn: ({ signal }) => call('system.config', {}, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <ChangeLogButton of={{ module: 11 }} />
      <Loaded query={query} loading={<FormSkeleton />}>
        {config => <Editor config={config} />}
      </Loaded>
    </>
  )
}

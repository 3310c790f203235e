import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import { useCall } from '../../../providers/useCall.ts'
import { systemForm } from '../../../resources/settings/systemForm.ts'
import { FormSkeleton } from '../../shell/FormSkeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { conflictAs } from '../../form/failure.ts'
import type { Send } from '../../form/intent.ts'
import { SettingForm } from '../../settings/SettingForm.tsx'
import { type SystemConfiguration, systemInput, systemRecord } from './systemRecord.ts'
import { TestSms } from './TestSms.tsx'

/** Leaves out the log retention and single sign-on if the back-end does not send them. */
const formFor = ({ security, sso, wecom }: SystemConfiguration) => {
  const { 单点登录: ssoNames, 企业微信登录: wecomNames, 安全: securityNames, ...form } = systemForm.form
  return {
    ...form,
    ...(sso && { 单点登录: ssoNames }),
    ...(wecom && { 企业微信登录: wecomNames }),
    安全: securityNames.filter(name => name !== 'logMonths' || security.logMonths !== undefined),
  }
}

const ConfigForm = ({ config }: { config: SystemConfiguration }) => {
  // Fixed at the start, because it also determines which values are sent.
  const [form] = useState(() => formFor(config))
  const send: Send = async (values, base) => {
    const shownNames = new Set<string>(Object.values(form).flat())
    const input = systemInput(values, Number(base?.['version']), name => shownNames.has(name))
    const saved = await call('system.updateConfig', input).catch((error: unknown) => {
      throw conflictAs(error, systemRecord)
    })
    return systemRecord(saved)
  }
  return (
    <SettingForm
      fields={systemForm.fields}
      form={form}
      record={systemRecord(config)}
      mayEdit
      send={send}
      log={{ module: 11, targetType: 'system' }}
    />
  )
}

/** Note if an environment variable of the server overrides the SMS settings. */
const environmentNotes = {
  config: null,
  file: '服务器的环境变量（SMS_PROVIDER=file）使短信只写入文件，下面的短信设置暂不生效。',
  none: '服务器的环境变量（SMS_PROVIDER=none）关闭了短信，下面的短信设置暂不生效。',
}

/** Where uploads are stored. Read-only, because changing it would require moving the files. */
const StorageSection = ({
  type,
  bucket,
  region,
}: NonNullable<NonNullable<SystemConfiguration['storage']>['inUse']>) => {
  const translate = useTranslate()
  return (
    <section className="panel" aria-label={translate('文件存储')}>
      <h2 className="section-title">{translate('文件存储')}</h2>
      <p>
        {type === 's3'
          ? translate('上传的文件存放在对象存储桶 %{bucket}（区域 %{region}）。', { bucket, region })
          : translate('上传的文件存放在服务器的数据目录（DATA_DIR）。')}
      </p>
      <p className="secondary">
        {translate('由服务器的环境变量（BUCKET_URL 等）决定，不能在这里修改；更换前须先迁移已有的文件。')}
      </p>
    </section>
  )
}

/** Page 系统配置: map provider, SMS, mini-program, and security of sessions. */
export const SystemConfigPage = () => {
  const translate = useTranslate()

  const query = useCall('system.config', {}, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  return (
    <>
      <TestSms />
      <Loaded query={query} loading={<FormSkeleton />}>
        {config => {
          const note = config.sms.source && environmentNotes[config.sms.source]
          return (
            <>
              {note && <p className="note is-waiting">{translate(note)}</p>}
              <div className="stack">
                {config.storage?.inUse && <StorageSection {...config.storage.inUse} />}
                <ConfigForm config={config} />
              </div>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

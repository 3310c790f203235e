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
import { type Config, inputOf, recordOf } from './systemRecord.ts'
import { TestSms } from './TestSms.tsx'

/** A firm's own back-end may not limit its log, and says nothing of it then. */
const shownForm = ({ security }: Config) =>
  security.logMonths !== undefined
    ? systemForm.form
    : { ...systemForm.form, 安全: systemForm.form.安全.filter(name => name !== 'logMonths') }

const Editor = ({ config }: { config: Config }) => {
  // What is sent and shown follows from what was read first.
  const [form] = useState(() => shownForm(config))
  const send: Send = async (values, base) => {
    const shown = new Set<string>(Object.values(form).flat())
    const input = inputOf(values, Number(base?.['version']), name => shown.has(name))
    const saved = await call('system.updateConfig', input).catch((error: unknown) => {
      throw conflictAs(error, recordOf)
    })
    return recordOf(saved)
  }
  return (
    <SettingForm
      fields={systemForm.fields}
      form={form}
      record={recordOf(config)}
      mayEdit
      send={send}
      log={{ module: 11 }}
    />
  )
}

/** What the server's environment says instead of this page. */
const instead = {
  config: null,
  file: '服务器的环境变量（SMS_PROVIDER=file）使短信只写入文件，下面的短信设置暂不生效。',
  none: '服务器的环境变量（SMS_PROVIDER=none）关闭了短信，下面的短信设置暂不生效。',
}

/** Where uploads are kept: told and not asked, since files do not move with a setting. */
const Storage = ({ type, bucket, region }: NonNullable<NonNullable<Config['storage']>['inUse']>) => {
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

/** 系统配置: the map that offices are found on, who sends texts, the mini-program, how strictly sessions and versions are taken. */
export const SystemConfig = () => {
  const translate = useTranslate()

  const query = useCall('system.config', {}, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  return (
    <>
      <TestSms />
      <Loaded query={query} loading={<FormSkeleton />}>
        {config => {
          const note = config.sms.source && instead[config.sms.source]
          return (
            <>
              {note && <p className="note is-waiting">{translate(note)}</p>}
              <div className="stack">
                {config.storage?.inUse && <Storage {...config.storage.inUse} />}
                <Editor config={config} />
              </div>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

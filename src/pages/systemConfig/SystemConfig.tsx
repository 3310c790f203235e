import { useQuery } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useMemo, useState } from 'react'

import { call } from '../../../providers/call.ts'
import {
  type AnyRecord,
  integer,
  miniProgramPage,
  optional,
  type OutputOf,
  select,
  text,
  toggle,
} from '../../../resources/kit/index.ts'
import { logMonthsLimits, system } from '../../../resources/settings/system.ts'
import { FormSkeleton } from '../../layout/FormSkeleton.tsx'
import { Loaded } from '../../loading/Loaded.tsx'
import { useSending, type Values } from '../../saving/useSending.ts'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'
import { TestSms } from './TestSms.tsx'
import { FieldForm } from '../../views/form/RecordForm.tsx'
import { localized } from '../../../resources/kit/translate.ts'

type Config = OutputOf<(typeof system.calls)['config']>

const fields = localized({
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
  smsProvider: select('短信服务商', [
    ['none', '不使用'],
    ['aliyun', '阿里云'],
    ['tencent', '腾讯云'],
  ]),
  sign: optional(text('短信签名', { max: 30, hint: '在服务商处审核通过的签名，不含【】' })),
  keyId: optional(text('密钥编号', { max: 200, hint: '阿里云AccessKey ID或腾讯云SecretId' })),
  secret: optional(
    text('密钥', {
      max: 500,
      isSensitive: true,
      hint: '阿里云AccessKey Secret或腾讯云SecretKey；已设置的不会再显示，留空则不变',
    }),
  ),
  appId: optional(
    text('应用编号', { max: 20, pattern: [/^\d*$/, '应用编号应为数字'], hint: '仅腾讯云：SmsSdkAppId' }),
  ),
  codeTemplate: optional(
    text('验证码模板', { max: 200, hint: '审核通过的模板编号；阿里云变量名为code，腾讯云只含一个变量' }),
  ),
  passwordTemplate: optional(
    text('初始密码模板', { max: 200, hint: '可不填；阿里云变量名为password，腾讯云只含一个变量' }),
  ),
  mpAppId: optional(
    text('小程序AppID', { max: 18, pattern: [/^(wx[0-9a-f]{16})?$/, 'AppID应以wx开头，共18位'] }),
  ),
  mpSecret: optional(
    text('小程序AppSecret', { max: 500, isSensitive: true, hint: '已设置的不会再显示，留空则不变' }),
  ),
  mpPage: text('名片页面', {
    max: 128,
    pattern: [miniProgramPage, '请输入小程序页面路径，不以/开头'],
    hint: '扫小程序码后打开的页面，如pages/card/index',
  }),
  singleSession: toggle('管理员单点登录', { hint: '再次登录时，其他设备上的登录失效' }),
  strictVersion: toggle('严格检查版本', { hint: '关闭后，旧客户端可以不带版本号保存' }),
  logMonths: optional(
    integer('日志保留月数', {
      ...logMonthsLimits,
      hint: '超过后按月从最早的日志开始删除，不能恢复；最短6个月，留空则永久保留',
    }),
  ),
})

const sections = localized([
  { title: '地图', names: ['provider', 'key', 'security'] },
  {
    title: '短信',
    names: ['smsProvider', 'sign', 'keyId', 'secret', 'appId', 'codeTemplate', 'passwordTemplate'],
  },
  { title: '微信小程序', names: ['mpAppId', 'mpSecret', 'mpPage'] },
  { title: '安全', names: ['singleSession', 'strictVersion', 'logMonths'] },
])

/** A firm's own back-end may not limit its log, and says nothing of it then. */
const sectionsOf = (isLimitingLog: boolean) =>
  isLimitingLog
    ? sections
    : sections.map(({ title, names }) => ({ title, names: names.filter(name => name !== 'logMonths') }))

const recordOf = ({ map, sms, wechat, security, version }: Config): AnyRecord => ({
  id: 1,
  provider: map.provider,
  key: map.key,
  security: null,
  smsProvider: sms.provider || 'none',
  sign: sms.sign,
  keyId: sms.keyId,
  secret: null,
  appId: sms.appId,
  codeTemplate: sms.templates.code ?? null,
  passwordTemplate: sms.templates.initialPassword ?? null,
  mpAppId: wechat.appId,
  mpSecret: null,
  mpPage: wechat.page,
  ...security,
  logMonths: security.logMonths ?? null,
  version,
})

const textIn = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value : ''
}

/** What the form holds as the call takes it: a secret that nobody typed is not sent, and stays. */
const inputOf = (values: Values, version: number, isLimitingLog: boolean) => ({
  map: {
    provider: values['provider'],
    key: textIn(values, 'key'),
    ...(values['security'] ? { security: values['security'] } : {}),
  },
  sms: {
    provider: values['smsProvider'] === 'none' ? '' : values['smsProvider'],
    sign: textIn(values, 'sign'),
    keyId: textIn(values, 'keyId'),
    appId: textIn(values, 'appId'),
    templates: { code: textIn(values, 'codeTemplate'), initialPassword: textIn(values, 'passwordTemplate') },
    ...(values['secret'] ? { secret: values['secret'] } : {}),
  },
  wechat: {
    appId: textIn(values, 'mpAppId'),
    page: textIn(values, 'mpPage'),
    ...(values['mpSecret'] ? { secret: values['mpSecret'] } : {}),
  },
  security: {
    singleSession: values['singleSession'],
    strictVersion: values['strictVersion'],
    ...(isLimitingLog && { logMonths: values['logMonths'] ?? null }),
  },
  version,
})

const Editor = ({ config }: { config: Config }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const [base, setBase] = useState(() => recordOf(config))
  const isLimitingLog = config.security.logMonths !== undefined
  const shownSections = useMemo(() => sectionsOf(isLimitingLog), [isLimitingLog])
  const saving = useSending(async (values, at) => {
    const input = system.calls.updateConfig.input.parse(
      inputOf(values, Number(at?.['version']), isLimitingLog),
    )
    return recordOf(await call('system.updateConfig', input))
  })
  return (
    <FieldForm
      key={String(base['version'])}
      {...saving}
      base={base}
      sections={shownSections}
      fields={fields}
      onSaved={saved => {
        notify(translate('已保存'), { type: 'success' })
        setBase(saved)
      }}
    />
  )
}

/** What the server's environment says instead of this page. */
const instead = localized({
  config: null,
  file: '服务器的环境变量（SMS_PROVIDER=file）使短信只写入文件，下面的短信设置暂不生效。',
  none: '服务器的环境变量（SMS_PROVIDER=none）关闭了短信，下面的短信设置暂不生效。',
})

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
      <TestSms />
      <Loaded query={query} loading={<FormSkeleton />}>
        {config => (
          <>
            {config.sms.source && instead[config.sms.source] && (
              <p className="note is-waiting">{instead[config.sms.source]}</p>
            )}
            <div className="stack">
              {config.storage?.inUse && <Storage {...config.storage.inUse} />}
              <Editor config={config} />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

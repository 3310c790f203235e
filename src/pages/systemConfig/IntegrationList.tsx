import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useHref } from 'react-router-dom'

import { errorSentence } from '../../../providers/envelope.ts'
import { apiBase } from '../../../providers/request.ts'
import type { Tone } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { type Integration, integrations, missingFields } from '../../../resources/settings/integrations.ts'
import { systemFields } from '../../../resources/settings/systemForm.ts'
import { useServedCall } from '../../session/useCall.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/secret/CopyButton.tsx'
import type { SystemConfiguration } from './systemRecord.ts'
import { TestSms } from './TestSms.tsx'

import './integrations.css'

type State = { tone: Tone; word: string; text?: string; isTestable: boolean }

const off: State = { tone: 'faint', word: '未启用', isTestable: false }
const on: State = { tone: 'good', word: '已启用', isTestable: true }
const incomplete: State = { tone: 'bad', word: '未填完整', isTestable: false }
const byOperator = '由运营方在服务器上开通'

/** Text messages that are not really sent, because the server's environment decides otherwise. */
const smsStates: Record<'file' | 'none', State> = {
  file: {
    tone: 'waiting',
    word: '仅写入文件',
    text: '短信不会真正发出，只供测试；下面的短信设置暂不生效',
    isTestable: false,
  },
  none: { ...off, text: '运营方关闭了短信，下面的短信设置暂不生效' },
}

/** Connections that the server's environment decides. */
const serverStates = {
  mail: ({ mail }: SystemConfiguration) => (mail?.isOn ? on : { ...off, text: byOperator }),
  translation: ({ translation }: SystemConfiguration) =>
    translation?.isOn ? on : { ...off, text: byOperator },
  storage: (): State => on,
}

const isServerState = (name: Integration): name is keyof typeof serverStates => name in serverStates

const stateOf = (name: Integration, config: SystemConfiguration, translate: Translate): State => {
  const { source } = config.sms
  if (name === 'sms' && source && source !== 'config') return smsStates[source]
  if (isServerState(name)) return serverStates[name](config)
  const missing = missingFields(name, config)
  if (missing === null) return off
  if (missing.length === 0) return on
  const labels = missing.map(field => translate(systemFields[field].label)).join(translate('、'))
  return { ...incomplete, text: translate('还缺：%{labels}', { labels }) }
}

/** Where uploads are stored; another place would mean moving the files. */
const storageText = ({ storage }: SystemConfiguration, translate: Translate) => {
  const inUse = storage?.inUse
  if (!inUse) return null
  return inUse.type === 's3'
    ? translate('上传的文件存放在对象存储桶 %{bucket}（区域 %{region}）。', inUse)
    : translate('上传的文件存放在服务器的磁盘上。')
}

const TestButton = ({ name, title }: { name: Integration; title: string }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const testing = useServedCall('system.testIntegration')
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () => testing && (await testing({ name })),
    onSuccess: () => notify(translate('%{title}：连接正常', { title }), { type: 'success' }),
  })
  if (!testing) return null
  return (
    <>
      <Button
        disabled={isPending}
        aria-label={translate('测试连接：%{title}', { title })}
        onClick={() => mutate()}
      >
        {isPending ? translate('正在测试…') : translate('测试连接')}
      </Button>
      {error ? (
        <p className="field-error integration-outcome" role="alert">
          {errorSentence(error, translate)}
        </p>
      ) : (
        isSuccess && <Chip tone="good">{translate('连接正常')}</Chip>
      )}
    </>
  )
}

/** An address that has to be registered with the other system. */
const Address = ({ label, text }: { label: string; text: string }) => (
  <p className="cluster integration-address">
    <span className="secondary">{label}</span>
    <code dir="ltr">{text}</code>
    <CopyButton text={text} name={label} />
  </p>
)

const Addresses = ({ name }: { name: Integration }) => {
  const translate = useTranslate()
  const { origin, host } = window.location
  const signIn = origin + useHref('/login')
  if (name === 'sso') return <Address label={translate('回调地址')} text={signIn} />
  if (name === 'wecomApp')
    return <Address label={translate('接收消息的URL')} text={new URL(`${apiBase}/wecom/app`, origin).href} />
  return name === 'wecom' && <Address label={translate('授权登录的域名')} text={host} />
}

const Row = ({ name, config }: { name: Integration; config: SystemConfiguration }) => {
  const translate = useTranslate()
  const { tone, word, text, isTestable } = stateOf(name, config, translate)
  const title = translate(integrations[name])
  const note = name === 'storage' ? storageText(config, translate) : text && translate(text)
  return (
    <li className="integration">
      <h3>{title}</h3>
      <div>
        <Chip tone={tone}>{translate(word)}</Chip>
        {note && <p className="secondary">{note}</p>}
        <Addresses name={name} />
      </div>
      <div className="cluster">
        {name === 'sms'
          ? isTestable && <TestSms />
          : isTestable && name !== 'map' && <TestButton name={name} title={title} />}
      </div>
    </li>
  )
}

/** Whether the back-end names this connection; one of a firm's own may lack some. */
const isNamed = (name: Integration, config: SystemConfiguration) =>
  name === 'sms' || name === 'wechat' || name === 'map' || config[name] !== undefined

/** The connections to other systems: the state of each, a test with the saved settings, and addresses to register. */
export const IntegrationList = ({
  names,
  config,
}: {
  names: readonly Integration[]
  config: SystemConfiguration
}) => {
  const translate = useTranslate()
  return (
    <section className="panel" aria-label={translate('对接状态')}>
      <h2 className="section-title">{translate('对接状态')}</h2>
      <ul className="plain-list lined">
        {names
          .filter(name => isNamed(name, config))
          .map(name => (
            <Row key={name} name={name} config={config} />
          ))}
      </ul>
    </section>
  )
}

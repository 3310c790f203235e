import { useCallback, useState } from 'react'

import { call } from '../../../providers/call.ts'
import { entriesOf, type Fields } from '../../../resources/kit/index.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { type Integration, integrationNames } from '../../../resources/settings/integrations.ts'
import { systemForm } from '../../../resources/settings/systemSections.ts'
import { systemHints } from '../../../resources/settings/systemHints.ts'
import { useCall } from '../../session/useCall.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { Input } from '../../fields/inputs.tsx'
import { conflictAs, fieldErrorsAs } from '../../form/saving/failure.ts'
import type { Send } from '../../form/undoable/intent.ts'
import { SettingForm } from '../../settings/SettingForm.tsx'
import { IntegrationList } from './IntegrationList.tsx'
import { StoredSecretInput } from './StoredSecretInput.tsx'
import { fieldAtPath, type SystemConfiguration, systemInput, systemRecord } from './systemRecord.ts'

type Part = {
  integrations: readonly Integration[]
  /** The sections of the form; a field that the back-end does not send is left out. */
  form: (config: SystemConfiguration) => Readonly<Record<string, readonly string[]>>
}

const {
  单点登录: ssoNames,
  企业微信登录: wecomNames,
  安全: securityNames,
  企业微信应用消息: wecomAppNames,
  公众号: officialNames,
  通讯录同步: directoryNames,
  ...otherSections
} = systemForm.form
const waysOfSigningOn: readonly Integration[] = ['sso', 'wecom']

/** The part of the page 单点登录. */
const signOnPart: Part = {
  integrations: waysOfSigningOn,
  form: ({ sso, wecom }) => ({
    ...(sso && { 单点登录: ssoNames }),
    ...(wecom && { 企业微信登录: wecomNames }),
  }),
}

/** The part of the page 系统配置. */
const systemPart: Part = {
  integrations: integrationNames.filter(name => !waysOfSigningOn.includes(name)),
  form: ({ security, official, wecomApp, directory }) => ({
    ...otherSections,
    ...(official && { 公众号: officialNames }),
    ...(wecomApp && { 企业微信应用消息: wecomAppNames }),
    ...(directory && { 通讯录同步: directoryNames }),
    安全: securityNames.filter(name => name !== 'logMonths' || security.logMonths !== undefined),
  }),
}

const hints: Readonly<Record<string, string | undefined>> = systemHints

/** The fields with the sentences below them. */
const fields: Fields = Object.fromEntries(
  entriesOf(systemForm.fields).map(([name, field]) => {
    const hint = hints[name]
    return [name, hint ? { ...field, hint } : field]
  }),
)

/** The keys to other systems: whatever is sensitive in these settings. */
const secretNames = keysOf(fields).filter(name => fields[name]!.isSensitive)

/** The sensitive fields of which a value is stored. */
const storedSecrets = ({
  map,
  sms,
  wechat,
  official,
  robot,
  sso,
  wecom,
  wecomApp,
  directory,
}: SystemConfiguration): ReadonlySet<string> =>
  new Set(
    Object.entries({
      mapSecurity: map.securitySet,
      smsSecret: sms.secretSet,
      mpSecret: wechat.secretSet,
      officialSecret: official?.secretSet,
      robotAddress: robot?.addressSet,
      ssoSecret: sso?.secretSet,
      wecomSecret: wecom?.secretSet,
      wecomAppToken: wecomApp?.tokenSet,
      wecomAppKey: wecomApp?.keySet,
      directorySecret: directory?.secretSet,
    }).flatMap(([name, isSet]) => (isSet === 1 ? [name] : [])),
  )

type FormProps = { part: Part; config: SystemConfiguration; onSaved: (saved: SystemConfiguration) => void }

const ConfigForm = ({ part, config, onSaved }: FormProps) => {
  // Fixed at the start, because they also determine which values are sent.
  const [form] = useState(() => part.form(config))
  const [record] = useState(() => systemRecord(config))
  const send: Send = async (values, base) => {
    const shownNames = new Set<string>(Object.values(form).flat())
    const input = systemInput(values, Number(base?.['version']), name => shownNames.has(name))
    const saved = await call('system.updateConfig', input).catch((error: unknown) => {
      throw fieldErrorsAs(conflictAs(error, systemRecord), fieldAtPath)
    })
    onSaved(saved)
    return systemRecord(saved)
  }
  const renderField = useCallback(
    (name: string) => {
      const field = fields[name]!
      // A new version of the settings asks for no replacement any more.
      return storedSecrets(config).has(name) ? (
        <StoredSecretInput key={config.version} field={field} source={name} />
      ) : (
        <Input field={field} source={name} />
      )
    },
    [config],
  )
  return (
    <SettingForm
      fields={fields}
      form={form}
      record={record}
      mayEdit
      send={send}
      secrets={secretNames}
      renderField={renderField}
      log={{ module: 11, targetType: 'system' }}
    />
  )
}

/** Parts that only the answer of the reading call has. */
const withSaved = (known: SystemConfiguration, saved: SystemConfiguration): SystemConfiguration => ({
  ...known,
  ...saved,
  sms: { ...saved.sms, source: known.sms.source },
})

const LoadedConfig = ({ part, config: loaded }: { part: Part; config: SystemConfiguration }) => {
  const [config, setConfig] = useState(loaded)
  return (
    <div className="stack">
      <IntegrationList names={part.integrations} config={config} />
      <ConfigForm
        part={part}
        config={config}
        onSaved={saved => setConfig(known => withSaved(known, saved))}
      />
    </div>
  )
}

const ConfigPage = ({ part }: { part: Part }) => {
  const query = useCall('system.config', {}, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false })
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {config => <LoadedConfig part={part} config={config} />}
    </Loaded>
  )
}

/** Page 系统配置: the connections to other systems, and the security of sessions. */
export const SystemConfigPage = () => <ConfigPage part={systemPart} />

/** Page 单点登录: the same settings as far as they are about the firm's identity provider and 企业微信. */
export const SignOnConfigPage = () => <ConfigPage part={signOnPart} />

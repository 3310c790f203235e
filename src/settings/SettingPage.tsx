import { useEditContext, useTranslate } from 'ra-core'
import { type ReactNode, useCallback } from 'react'

import type { AnyRecord, AnySetting } from '../../resources/kit/index.ts'
import { useRights } from '../session/useRights.ts'
import { FormSkeleton } from '../states/FormSkeleton.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import { useSave } from '../form/saving/useSave.ts'
import { EditRecord } from '../form/EditRecord.tsx'
import { SettingForm } from './SettingForm.tsx'
import { hasPreview } from './previewedSettings.ts'
import { Addresses } from './Addresses.tsx'

/** What follows from the product's own settings; beside the declarations, because only their pages need it. */
const explanations: Readonly<Record<string, readonly string[]>> = {
  reminderSet: [
    '站内信在后台右上角的铃铛中，保留多久由运营方决定。',
    '到登记期限那一天，还没有登记上一年度考核结果的执业律师各收到一次提醒，管理员收到本所或全所的人数。',
    '邮件和群消息只有标题和链接，详情要登录后查看。',
    '各项默认关闭；恢复默认会把它们再次关闭，保存后生效。',
  ],
  englishDraft: [
    '开启后，律师和管理员编辑英文名片时，可以先按“对照中文”，再按中文内容逐项生成草稿。',
    '草稿核对后采用才会写入名片；没有采用的草稿不保存。',
    '每次使用翻译服务都记入重要日志。',
    '采用的草稿没有改动时，名片、审核、历史和日志中都标明是机器翻译；改动后不再标明。',
  ],
  mailSignature: [
    '律师在自己名片的“名片码”中复制签名，粘贴到邮箱的签名设置里；管理员在名片详情中复制。',
    '签名取自已发布的名片，名片设为不公开的资料不出现在签名里。',
    '签名只有文字和链接，没有图片和脚本；修改名片或这里的设置后，请重新复制。',
  ],
  complianceRules: [
    '保存、提交、通过和定时发布时都按这里的规则检查；未开启推广合规自检时，各项规则都不生效。',
    '仅提示：列出问题，仍可继续。阻止发布：改好之前不能发布。',
    '每条规则下面写明所依据的规定。',
  ],
  websiteFeed: [
    '律所官网可以直接读取这些资料，不必在两处维护。',
    '只提供小程序中人人可见的资料：设为“点击后显示”或“不公开”的联系方式不提供。',
    '名片隐藏、撤下或人员离所后，最多一分钟官网就读不到了。',
  ],
}

type Values = Readonly<Record<string, unknown>>
type PreviewProps = { name: string; values: Values }

// Loaded on demand, so that the form does not wait for the preview.
const Preview = lazyComponent<PreviewProps>(
  async () => {
    const { previewOf } = await import('./previews.tsx')
    return ({ name, values }) => {
      const Content = previewOf(name)
      return Content && <Content values={values} />
    }
  },
  () => <div className="preview-loading" aria-busy />,
)

type Props = {
  setting: AnySetting
  below?: ReactNode
  /** Sentences beside the form that are loaded with a page of its own; by default those of the setting. */
  explanation?: readonly string[]
}

/** Page of a setting: its form with a preview, its defaults and its change log. */
export const SettingPage = ({ setting, below, explanation }: Props) => (
  <EditRecord resource={setting}>
    <SettingScreen
      setting={setting}
      below={below}
      explanation={explanation ?? explanations[setting.name] ?? setting.explanation}
    />
  </EditRecord>
)

const SettingScreen = ({ setting, below, explanation }: Props) => {
  const translate = useTranslate()
  const { record } = useEditContext<AnyRecord>()
  const { mayEdit } = useRights()
  const send = useSave(setting)
  const { name, initial, fields, form, logModule, addresses } = setting
  const renderPreview = useCallback((values: Values) => <Preview name={name} values={values} />, [name])
  if (!record) return <FormSkeleton />
  const isEditable = mayEdit(setting, record)
  return (
    <>
      <SettingForm
        fields={fields}
        form={form}
        record={record}
        mayEdit={isEditable}
        send={send}
        log={logModule && { module: logModule, targetType: name }}
        sources={initial && [{ label: translate('恢复默认'), values: initial }]}
        preview={hasPreview(name) ? renderPreview : undefined}
        explanation={explanation}
      />
      {addresses && <Addresses addresses={addresses} />}
      {isEditable && below}
    </>
  )
}

import { z } from 'zod'

import { extensions } from '../../../resources/domain/extensions.ts'
import type { FieldDifference } from '../../../resources/domain/change.ts'
import type { Capability } from '../../../resources/domain/rights.ts'
import { type Call, type Fields, inputSchema } from '../../../resources/kit/index.ts'
import { offices } from '../../../resources/offices/index.ts'
import { appConfSet, conf } from '../../../resources/settings/app.ts'
import { firm } from '../../../resources/settings/firm.ts'
import { settings } from '../../../resources/settings/index.ts'
import { mpPatch } from '../../../resources/settings/miniprogram.ts'
import { cardTemplateFields } from '../../../resources/domain/officeTemplate.ts'
import { sharedViews, sharedViewsFile } from '../../../resources/sharedViews.ts'
import { system } from '../../../resources/settings/system.ts'
import { firstIssue, invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { settingCalls } from '../../records/setting.ts'
import { appDiff, storedAppConfig } from '../../services/settings/appConfSet.ts'
import { diffOf } from '../../services/audit/audit.ts'
import type { ConfigRow } from '../../services/settings/configRows.ts'
import { settingNames, storedSettingValues } from '../../services/settings/firmSettings.ts'
import { miniProgramFields, miniProgramFrom } from '../../services/settings/miniProgram.ts'
import { miniProgramKey } from '../../services/settings/miniProgramKey.ts'
import { applyCardTemplates, cardTemplateDiff, readCardTemplates } from '../offices/cardTemplateFile.ts'
import { applySharedViews, readSharedViews, sharedViewsDiff } from '../sharedViews/file.ts'
import { saveAppConfSet } from './app.ts'
import { diffBetween, updateMpconf } from './miniProgram.ts'
import { importConfig, shownSystem, systemDiff } from './system.ts'

// The parts of the configuration in an export file: each uses the schema, the write function and the log of
// its own page.

type Value = Record<string, unknown>
type Result<V> =
  | { success: true; data: V }
  | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }

type Shown = { value: Value; version: number }

type PartDefinition<V extends Value> = {
  name: string
  label: string
  view: Capability
  /** The right and the feature switch for a change. */
  edit: Pick<Call, 'who' | 'feature'>
  /** The values and their version, from the stored row with the name of the part. */
  read(this: void, row: ConfigRow, context: Context): Promise<Shown> | Shown
  schema: { safeParse(value: unknown): Result<V> }
  differences(this: void, before: Value, after: Value): readonly FieldDifference[]
  apply(this: void, context: Context, value: V, version: number): Promise<unknown>
  /** The fields by which differences are described, where there are any. */
  fields?: Fields
}

/** Validates a part of a file, so that it can be compared and written; throws where it is invalid. */
const defineConfigPart = <V extends Value>({ schema, apply, ...part }: PartDefinition<V>) => ({
  ...part,
  check: (given: unknown) => {
    const result = schema.safeParse(given)
    if (!result.success)
      throw invalid({ content: `配置文件不正确：${part.label} ${firstIssue(result.error)}` })
    const value: Value = result.data
    return { value, apply: (context: Context, version: number) => apply(context, result.data, version) }
  },
})
export type ConfigPart = ReturnType<typeof defineConfigPart>

type StoredSetting = Parameters<typeof settingCalls>[0] & {
  calls: { get: Call<Capability>; update: Call<Capability, z.ZodType<Value>> }
}

const settingPart = (setting: StoredSetting) => {
  const { name, fields, calls, label } = setting
  const { update } = settingCalls(setting)
  return defineConfigPart<Value>({
    name,
    label,
    fields,
    view: calls.get.who,
    edit: calls.update,
    read: ({ value, version }) => ({ value: storedSettingValues(setting, value), version }),
    // The version comes from the caller, who has compared the configuration.
    schema: { safeParse: value => calls.update.input.safeParse({ ...Object(value), version: 0 }) },
    differences: (before, after) => diffOf(fields, before, after),
    apply: (context, value, version) => update({ ...value, version }, context),
  })
}

const application = defineConfigPart({
  name: 'appConf',
  label: '应用配置',
  view: 'conf.view',
  edit: conf.calls.updateApp,
  read: async (_, { db, firmId }) => {
    const { appConfSet: value, version } = await storedAppConfig(db, firmId)
    const parsedValue = appConfSet.safeParse(value)
    return { value: parsedValue.success ? parsedValue.data : {}, version }
  },
  schema: appConfSet,
  differences: appDiff,
  apply: (context, value, version) => saveAppConfSet(context, version, () => value),
})

const miniProgram = defineConfigPart({
  name: miniProgramKey,
  label: '小程序配置（草稿）',
  fields: miniProgramFields,
  view: 'conf.view',
  edit: firm.calls.updateMpconf,
  read: ({ value, version }) => ({ value: miniProgramFrom(value), version }),
  schema: mpPatch().pick({ index: true, card: true }).required(),
  differences: (before, after) => diffBetween(miniProgramFrom(before), miniProgramFrom(after)),
  // Only the working copy is imported; editors publish it.
  apply: (context, value, version) => updateMpconf({ ...value, draft: 1, version }, context),
})

/** The templates of the offices by name. An office that a file does not name keeps its template. */
const officeTemplates = defineConfigPart({
  name: 'officeTemplates',
  label: '分所名片模板',
  view: 'conf.view',
  edit: offices.calls.saveCardTemplate,
  read: (_, context) => readCardTemplates(context),
  schema: z.record(z.string(), inputSchema(cardTemplateFields).partial()),
  differences: cardTemplateDiff,
  apply: (context, value) => applyCardTemplates(context, value),
})

const views = defineConfigPart({
  name: 'sharedViews',
  label: '共享视图',
  view: 'view.share',
  edit: sharedViews.calls.update,
  read: (_, context) => readSharedViews(context),
  schema: sharedViewsFile,
  differences: (before, after) =>
    sharedViewsDiff(sharedViewsFile.parse(before), sharedViewsFile.parse(after)),
  apply: (context, value) => applySharedViews(context, value),
})

const connections = defineConfigPart({
  name: 'system',
  label: '系统配置（不含密钥）',
  view: 'setting.edit',
  edit: system.calls.updateConfig,
  read: shownSystem,
  schema: system.calls.updateConfig.input.omit({ version: true }),
  differences: systemDiff,
  apply: (context, value, version) => importConfig({ ...value, version }, context),
})

/** The settings of extensions, which `defineSetting` made like the product's own. */
const extensionSettings = extensions
  .flatMap(it => it.resources)
  .filter(it => it.isSetting && 'get' in it.calls && 'update' in it.calls)

export const configParts: readonly ConfigPart[] = [
  application,
  ...settingNames.map(name => settingPart(settings[name])),
  ...extensionSettings.map(it => settingPart(it as unknown as StoredSetting)),
  miniProgram,
  officeTemplates,
  views,
  connections,
]

import { asc } from 'drizzle-orm'

import { cardTemplateFields } from '../../../resources/domain/officeTemplate.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { offices, type LogDiff } from '../../db/tables.ts'
import { diffOf } from '../../services/audit/audit.ts'
import { templateFrom, templateValues } from '../../services/offices/cardTemplate.ts'
import { writeCardTemplate } from './cardTemplate.ts'
import { visibleOffices } from './rows.ts'

// The templates of the offices as one part of a configuration file, by the unique names of the offices.

type Value = Record<string, unknown>

const rowsOf = (context: Context) =>
  context.db
    .select({
      organizationId: offices.organizationId,
      name: offices.name,
      cardTemplate: offices.cardTemplate,
    })
    .from(offices)
    .where(visibleOffices(context))
    .orderBy(asc(offices.organizationId))

/** The saved templates. The version grows with each of them, so that a comparison notices any change. */
export const readCardTemplates = async (context: Context) => {
  const saved = (await rowsOf(context)).filter(it => it.cardTemplate !== null)
  return {
    value: Object.fromEntries(saved.map(it => [it.name, templateValues(it)])),
    version: saved.reduce((sum, it) => sum + it.cardTemplate!.version, 0),
  }
}

export const cardTemplateDiff = (before: Value, after: Value): LogDiff =>
  Object.entries(after).flatMap(([office, values]) =>
    diffOf(cardTemplateFields, templateFrom(before[office]), templateFrom(values)).map(change => ({
      ...change,
      label: `${office} ${change.label}`,
    })),
  )

/** Refuses offices that the firm lacks, and changes of those which the caller may not make. */
const refuseOthers = async (context: Context, value: Value, own: readonly { name: string }[]) => {
  const all = await rowsOf({ ...context, scope: 'all' })
  const unknown = Object.keys(value).filter(name => !all.some(it => it.name === name))
  if (unknown.length > 0) throw invalid({ content: `配置文件不正确：没有名为${unknown.join('、')}的律所` })
  const others = all.filter(
    ({ name, cardTemplate }) =>
      Object.hasOwn(value, name) &&
      !own.some(it => it.name === name) &&
      diffOf(cardTemplateFields, templateValues({ cardTemplate }), templateFrom(value[name])).length > 0,
  )
  const names = others.map(it => it.name).join('、')
  if (others.length > 0) throw invalid({ content: `您不能修改${names}的名片模板，请从文件中去掉它们` })
}

/** Writes them in the order of their ids, in which offices are locked. It does so while the firm's switch is off, too. */
export const applyCardTemplates = async (context: Context, value: Value) => {
  const rows = await rowsOf(context)
  await refuseOthers(context, value, rows)
  for (const { organizationId, name, cardTemplate } of rows)
    if (Object.hasOwn(value, name))
      await writeCardTemplate(
        context,
        { ...templateFrom(value[name]), organizationId, version: cardTemplate?.version ?? 0 },
        { mayBeIgnored: true },
      )
}

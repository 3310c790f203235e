import type { DescribedCall } from './calls.ts'
import type { Description } from './description.ts'
import type { Properties, Subjects, Value } from './properties.ts'
import { migrationEffects } from './migrations.ts'
import { schemaChanges } from './schemas.ts'

/** One thing that users, administrators or programs notice. */
export type Effect = {
  area: string
  change: 'added' | 'removed' | 'changed' | 'narrowed' | 'widened'
  subject: string
  /** The label under which the interface shows the subject, where it has one. */
  label?: string
  sentence: string
}

const listOf = (value: Value | undefined): readonly string[] | undefined => {
  if (typeof value !== 'object') return undefined
  return 'inOrder' in value ? value.inOrder : value
}

/** A name with its label. */
const shown = (name: string, ...values: readonly (Value | undefined)[]) => {
  const labels = values.flatMap(it =>
    typeof it === 'object' && 'inOrder' in it ? (it.labels[name] ?? []) : [],
  )
  return labels[0] === undefined ? name : `${name} (${labels[0]})`
}

const text = (value: Value): string =>
  listOf(value)
    ?.map(it => shown(it, value))
    .join(', ') ?? String(value)

/** Words that are in both lists, but in another order. */
const isReordered = (before: readonly string[], after: readonly string[]) => {
  const common = before.filter(it => after.includes(it))
  return common.some((it, index) => it !== after.filter(word => before.includes(word))[index])
}

const listSentences = (name: string, old: Value | undefined, next: Value | undefined) => {
  const [before, after] = [listOf(old) ?? [], listOf(next) ?? []]
  const words = (names: readonly string[]) => names.map(it => shown(it, next, old)).join(', ')
  const added = after.filter(it => !before.includes(it))
  const removed = before.filter(it => !after.includes(it))
  const isInOrder = [old, next].some(it => typeof it === 'object' && 'inOrder' in it)
  return [
    ...(added.length > 0 ? [`${name}: ${words(added)} added`] : []),
    ...(removed.length > 0 ? [`${name}: ${words(removed)} removed`] : []),
    ...(isInOrder && isReordered(before, after) ? [`${name}: in another order, ${words(after)}`] : []),
  ]
}

const propertySentences = (before: Properties, after: Properties): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(name => {
    const [old, next] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(next)) return []
    if (listOf(old) ?? listOf(next)) return listSentences(name, old, next)
    if (old === undefined) return [next === true ? `${name}: now` : `${name}: ${text(next!)}`]
    if (next === undefined) return [old === true ? `${name}: no longer` : `${name}: no longer ${text(old)}`]
    return [`${name}: ${text(next)} instead of ${text(old)}`]
  })

const summary = (properties: Properties) =>
  Object.entries(properties)
    .map(([name, value]) => (value === true ? name : `${name}: ${text(value)}`))
    .join('; ')

const subjectEffects = (area: string, before: Subjects, after: Subjects): Effect[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((subject): Effect[] => {
    const [old, next] = [before[subject], after[subject]]
    if (!old) return [{ area, change: 'added', subject, sentence: summary(next!) }]
    if (!next) return [{ area, change: 'removed', subject, sentence: summary(old) }]
    return propertySentences(old, next).map(sentence => ({ area, change: 'changed', subject, sentence }))
  })

/** Lists of names whose additions and removals other sentences tell; only their order is news. */
const onlyOrder = new Set(['the menu'])

/** A translation is told if it differs; a new text comes with whatever shows it. */
const isNews = ({ area, change, subject, sentence }: Effect) =>
  !(area === 'translations' && change !== 'changed') &&
  !(onlyOrder.has(subject) && !sentence.includes('in another order'))

const callEffects = (
  before: Readonly<Record<string, DescribedCall>>,
  after: Readonly<Record<string, DescribedCall>>,
): Effect[] => {
  const propertiesOf = (calls: Readonly<Record<string, DescribedCall>>) =>
    Object.fromEntries(Object.entries(calls).map(([subject, it]) => [subject, it.properties]))
  const common = Object.keys(after).filter(it => before[it])
  const area = 'calls'
  return [
    ...subjectEffects(area, propertiesOf(before), propertiesOf(after)),
    ...common.flatMap(subject =>
      (['input', 'output'] as const).flatMap(part =>
        schemaChanges(before[subject]![part], after[subject]![part], part).map(
          ({ direction, sentence }): Effect => ({
            area,
            change: direction,
            subject,
            sentence: `${part} ${direction}: ${sentence}`,
          }),
        ),
      ),
    ),
  ]
}

/** Everything that changes from one description to another. */
export const effectsOf = (before: Description, after: Description): Effect[] => {
  const areas = [...new Set([...Object.keys(before.areas), ...Object.keys(after.areas)])]
  const labelled = (effect: Effect) => {
    const label = after.labels[effect.subject] ?? before.labels[effect.subject]
    return { ...effect, ...(label !== undefined && { label }) }
  }
  return [
    ...areas.flatMap(area => subjectEffects(area, before.areas[area] ?? {}, after.areas[area] ?? {})),
    ...callEffects(before.calls, after.calls),
    ...migrationEffects(before.migrations, after.migrations),
  ]
    .filter(isNews)
    .map(labelled)
}

const headline = (area: string) => area.charAt(0).toUpperCase() + area.slice(1)

/** The effects as Markdown, by area. */
export const markdownOf = (effects: readonly Effect[]): string => {
  if (effects.length === 0) return 'Nothing that users, administrators or programs notice has changed.\n'
  const byArea = Map.groupBy(effects, it => it.area)
  const line = ({ change, subject, label, sentence }: Effect) =>
    `- **${subject}**${label === undefined ? '' : ` ${label}`}: ${change === 'added' || change === 'removed' ? `${change}: ` : ''}${sentence}`
  return [...byArea]
    .map(([area, those]) => `## ${headline(area)}\n\n${those.map(line).join('\n')}\n`)
    .join('\n')
}

import type { AnyResource, Field } from '../../../resources/kit/index.ts'
import { callOfVerb, type Values } from '../asking.ts'
import { sampleOf } from '../sample.ts'
import type { Maker } from './example.ts'

// Examples for settings, derived from their declaration as for plain entities.

/** A field that accepts many values, so that each example can change something. */
const isFree = (field: Field) =>
  (field.kind === 'text' && field.max >= 20 && field.schema.safeParse(sampleOf(field, {})).success) ||
  field.kind === 'integer' ||
  field.kind === 'toggle' ||
  (field.kind === 'select' && field.options.length > 1)

const otherThan = (field: Field, value: unknown): unknown => {
  if (field.kind === 'integer') return Number(value) < field.max ? Number(value) + 1 : field.min
  if (field.kind === 'toggle') return value === 1 ? 0 : 1
  if (field.kind !== 'select') return sampleOf(field, {})
  const values = field.options.map(([it]) => it)
  return values[(values.indexOf(value as string) + 1) % values.length]
}

/** Changes one field and sends the others unchanged, since a setting is replaced as a whole. */
export const settingMakers = (resource: AnyResource): Readonly<Record<string, Maker>> => ({
  update: async ({ admin }) => {
    const { name, fields, logModule } = resource
    const current = (await admin.call(`${name}.get` as never)) as Values
    const [changed, field] = Object.entries(fields).find(([, it]) => isFree(it))!
    const unchangedValues = Object.keys(fields).flatMap(it =>
      it in current ? [[it, current[it]] as const] : [],
    )
    return {
      by: callOfVerb(resource, 'update')!.who === 'setting.edit' ? 'system' : 'admin',
      input: {
        ...Object.fromEntries(unchangedValues),
        [changed]: otherThan(field, current[changed]),
        version: current['version'],
      },
      logs: [{ module: logModule!, action: 'config', target: [name, 1], diff: [changed] }],
    }
  },
})

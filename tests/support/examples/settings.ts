import type { AnyResource, Field } from '../../../resources/kit/index.ts'
import { calledBy, type Values } from '../asking.ts'
import { sampleOf } from '../sample.ts'
import type { Maker } from './example.ts'

// Of a setting everything follows from its declaration, as of a plain entity.

/** What an example changes of a setting: what takes any value, so that each example changes something. */
const isFree = (field: Field) =>
  (field.kind === 'text' && field.max >= 20 && field.schema.safeParse(sampleOf(field, {})).success) ||
  field.kind === 'integer' ||
  (field.kind === 'select' && field.options.length > 1)

const otherThan = (field: Field, value: unknown): unknown => {
  if (field.kind === 'integer') return Number(value) < field.max ? Number(value) + 1 : field.min
  if (field.kind !== 'select') return sampleOf(field, {})
  const values = field.options.map(([it]) => it)
  return values[(values.indexOf(value as string) + 1) % values.length]
}

/** A change of one field; what else there is goes with it, since a setting is replaced whole. */
export const settingMakers = (resource: AnyResource): Readonly<Record<string, Maker>> => ({
  update: async ({ admin }) => {
    const { name, fields, logModule } = resource
    const current = (await admin.call(`${name}.get` as never)) as Values
    const [changed, field] = Object.entries(fields).find(([, it]) => isFree(it))!
    const kept = Object.keys(fields).flatMap(it => (it in current ? [[it, current[it]] as const] : []))
    return {
      by: calledBy(resource, 'update')!.who === 'setting.edit' ? 'system' : 'admin',
      input: {
        ...Object.fromEntries(kept),
        [changed]: otherThan(field, current[changed]),
        version: current['version'],
      },
      logs: [{ module: logModule!, action: 'config', target: [name, 1], diff: [changed] }],
    }
  },
})

import { z } from 'zod'

import { get, nothing, put, version } from './call.ts'
import { inputOf, type Fields, recordOf, type Values } from './field.ts'
import type { RegisteredCapability, RegisteredLogModule, RegisteredMenuName } from './registered.ts'
import { type AnyResource, defineResource, type Route } from './resource.ts'

type Constant<T> = T extends object ? { readonly [K in keyof T]: Constant<T[K]> } : T

/** A value for each field that may not be empty, and for whichever others have one. */
type Initial<F extends Fields> = {
  readonly [K in keyof F as F[K]['isRequired'] extends false ? never : K]: Constant<z.output<F[K]['output']>>
} & { readonly [K in keyof F]?: Constant<z.output<F[K]['output']>> }

type Setting<N extends string, F extends Fields> = {
  /** Also the key it is stored under. */
  name: N
  /** Of its page, and of what the log says. */
  label: string
  fields: F
  /** What holds until somebody saves. */
  initial: Initial<NoInfer<F>>
  /** What is wrong with the values together, at each field. */
  errors?: (values: Values<F>) => Readonly<Record<string, string>>
  /** Section title to field names; one section with all of them where absent. */
  form?: Record<string, readonly (keyof F & string)[]>
  /** GET answers it, PUT replaces it. */
  path: `/${string}`
  view: RegisteredCapability
  edit: RegisteredCapability
  logModule: RegisteredLogModule
  /** Its page; the switch of its menu entry also governs the PUT. */
  route: Route & { menu: RegisteredMenuName }
  isAddition?: true
}

const issuesOf = (errors: Readonly<Record<string, string>>, input: unknown) =>
  Object.entries(errors).map(([name, message]) => ({
    code: 'custom' as const,
    path: [name],
    message,
    input,
  }))

/** One record that is always there: page, both calls, version, conflict and log follow from what is said of it. */
export const defineSetting = <const N extends string, const F extends Fields>(setting: Setting<N, F>) => {
  const { name, label, fields, errors, form, path, view, edit, logModule, route, initial } = setting
  const { isAddition = false } = setting
  const feature = route.menu
  const record = () => recordOf(fields).extend({ version: z.int() })
  const draft = () => {
    const input = inputOf(fields).extend({ version })
    if (!errors) return input
    return input.check(({ value, issues }) => {
      issues.push(...issuesOf(errors(value as never), value))
    })
  }
  const calls = {
    get: get(path, view, () => nothing, record, { isAddition }),
    update: put(path, edit, draft, record, { feature, isAddition }),
  }
  const [title = ''] = Object.keys(fields)
  const sections = form ?? { [label]: Object.keys(fields) }
  const resource: AnyResource = defineResource({
    name,
    label,
    id: title,
    title,
    fields: fields as Fields,
    calls,
    crud: { one: 'get', update: 'update' },
    feature,
    logModule,
    views: { edit: route },
    initial,
    form: sections,
    show: sections,
    sort: { field: title, order: 'ASC' },
    isSingleton: true,
  })
  return { ...resource, name, fields, calls, initial: initial as Initial<F> }
}

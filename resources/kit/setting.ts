import { z } from 'zod'

import { type Calls, get, nothing, put, version } from './call.ts'
import { inputOf, type Fields, recordOf, type Values } from './field.ts'
import type { RegisteredCapability, RegisteredLogModule, RegisteredMenuName } from './registered.ts'
import type { Crud, ResourceBase, Sections } from './resourceBase.ts'
import type { Route } from './route.ts'

/** One record that is always there, and has no id. */
type Setting<
  F extends Fields = Fields,
  C extends Calls = Calls,
  N extends string = string,
  V extends Crud = Crud,
> = ResourceBase<F, C, N, V> & {
  isSetting: true
  /** What holds until somebody saves. */
  initial?: object
  // Only entities have these.
  choices?: never
  exports?: never
  fixed?: never
}

/** A setting whose names are no longer known to the compiler, as generic code sees it. */
export type AnySetting = Setting

type Configuration<F extends Fields, C extends Calls, N extends string> = Pick<
  ResourceBase<F, C, N>,
  'name' | 'label' | 'fields' | 'calls' | 'pages'
> & { form?: Sections<keyof F & string> }

/** One record that is always there, with calls and pages of its own. */
export const defineConfiguration = <const F extends Fields, const C extends Calls, const N extends string>({
  form = {},
  ...configuration
}: Configuration<F, C, N>): Setting<F, C, N> => ({
  ...configuration,
  isSetting: true,
  crud: {},
  views: {},
  form,
  actions: {},
})

type Constant<T> = T extends object ? { readonly [K in keyof T]: Constant<T[K]> } : T

/** A value for each field that may not be empty, and for whichever others have one. */
type Initial<F extends Fields> = {
  readonly [K in keyof F as F[K]['isRequired'] extends false ? never : K]: Constant<z.output<F[K]['output']>>
} & { readonly [K in keyof F]?: Constant<z.output<F[K]['output']>> }

type SettingDeclaration<N extends string, F extends Fields> = {
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
  form?: Sections<keyof NoInfer<F> & string>
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
export const defineSetting = <const N extends string, const F extends Fields>(
  setting: SettingDeclaration<N, F>,
) => {
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
  const declared = {
    name,
    label,
    isSetting: true,
    fields,
    calls,
    crud: { one: 'get', update: 'update' },
    feature,
    logModule,
    views: { edit: route },
    pages: {},
    form: form ?? { [label]: Object.keys(fields) },
    actions: {},
    initial: initial as Initial<F>,
  } satisfies Setting<F>
  return declared
}

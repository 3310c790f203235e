import { z } from 'zod'

import { type Calls, getCall, emptyInput, putCall, version } from './call.ts'
import { inputSchema, type Fields, recordSchema, type RecordValues } from './field.ts'
import type { RegisteredCapability, RegisteredLogModule, RegisteredMenuName } from './registered.ts'
import type { Crud, ResourceBase, FieldSections } from './resourceBase.ts'
import type { Route } from './route.ts'

/** A resource with exactly one record, which has no id. */
type Setting<
  F extends Fields = Fields,
  C extends Calls = Calls,
  N extends string = string,
  V extends Crud = Crud,
> = ResourceBase<F, C, N, V> & {
  isSetting: true
  /** The values until somebody saves the setting. */
  initial?: object
  /** What the setting opens to others: addresses below that of the API, by label. */
  addresses?: Readonly<Record<string, `/${string}`>>
  /** What follows from the setting, in whole sentences beside its form. */
  explanation?: readonly string[]
  // Properties that only entities have.
  choices?: never
  exports?: never
  fixed?: never
}

/** A setting for generic code, in which the compiler does not know its fields and calls. */
export type AnySetting = Setting

type Configuration<F extends Fields, C extends Calls, N extends string> = Pick<
  ResourceBase<F, C, N>,
  'name' | 'label' | 'fields' | 'calls' | 'pages'
> & { form?: FieldSections<keyof F & string> }

/** Defines a resource with exactly one record, whose calls and pages are declared individually. */
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

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

/** Initial values: required for each field that is not optional, allowed for the others. */
type Initial<F extends Fields> = {
  readonly [K in keyof F as F[K]['isRequired'] extends false ? never : K]: DeepReadonly<
    z.output<F[K]['output']>
  >
} & { readonly [K in keyof F]?: DeepReadonly<z.output<F[K]['output']>> }

type SettingDeclaration<N extends string, F extends Fields> = {
  /** Name of the resource, and the key under which it is stored. */
  name: N
  /** Title of its page, and its name in the log. */
  label: string
  fields: F
  /** The values until somebody saves the setting. */
  initial: Initial<NoInfer<F>>
  /** Checks the values together and returns a message for each wrong field. */
  errors?: (values: RecordValues<F>) => Readonly<Record<string, string>>
  /** Field names by section title; by default one section with all fields. */
  form?: FieldSections<keyof NoInfer<F> & string>
  /** Path of both calls: GET reads the setting, PUT replaces it. */
  path: `/${string}`
  view: RegisteredCapability
  edit: RegisteredCapability
  logModule: RegisteredLogModule
  /** What the setting opens to others: addresses below that of the API, by label. */
  addresses?: Readonly<Record<string, `/${string}`>>
  /** What follows from the setting, in whole sentences beside its form; a setting with a preview needs none. */
  explanation?: readonly string[]
  /** Route of its page. The switch of its menu entry also governs the PUT call. */
  route: Route & { menu: RegisteredMenuName }
  isAddition?: true
  /** True if a language model's program may propose other values; never for rights, sign-in and what leaves the product. */
  isProposable?: true
}

const issuesOf = (errors: Readonly<Record<string, string>>, input: unknown) =>
  Object.entries(errors).map(([name, message]) => ({
    code: 'custom' as const,
    path: [name],
    message,
    input,
  }))

/**
 * Defines a setting, a resource with exactly one record. Its page, both calls, version check, conflict handling and
 * log entries follow from the declaration.
 */
export const defineSetting = <const N extends string, const F extends Fields>(
  setting: SettingDeclaration<N, F>,
) => {
  const { name, label, fields, errors, form, path, view, edit, logModule, route, initial } = setting
  const { isAddition = false, addresses, explanation, isProposable } = setting
  const feature = route.menu
  const record = () => recordSchema(fields).extend({ version: z.int() })
  const draft = () => {
    const input = inputSchema(fields).extend({ version })
    if (!errors) return input
    return input.check(({ value, issues }) => {
      issues.push(...issuesOf(errors(value as never), value))
    })
  }
  const calls = {
    get: getCall(path, view, () => emptyInput, record, { isAddition }),
    update: putCall(path, edit, draft, record, {
      feature,
      isAddition,
      ...(isProposable && { isProposable }),
    }),
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
    ...(addresses && { addresses }),
    ...(explanation && { explanation }),
  } satisfies Setting<F>
  return declared
}

import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import type { Operation } from '../../deploy/change/calls.ts'
import { type Declarations, describeDeclarations } from '../../deploy/change/description.ts'
import { effectsOf, markdownOf } from '../../deploy/change/differences.ts'
import { declarationsIn } from '../../deploy/change/tree.ts'
import { type AnyEntity, type AnyResource, type Call, integer, text } from '../../resources/kit/index.ts'
import { greeting } from '../guide/greeting.ts'
import { describeCalls } from '../../server/http/openapi.ts'
import { servedCalls } from '../../server/routes/served.ts'

// Forty changes of declarations: every effect of each is named, and nothing else.

let present: Declarations
beforeAll(async () => {
  present = await declarationsIn(join(import.meta.dirname, '../..'))
})

type Change = (declarations: Declarations) => Declarations

const resource =
  (name: string, change: (resource: AnyEntity) => object): Change =>
  declarations => ({
    ...declarations,
    resources: declarations.resources.map(it =>
      it.name === name ? ({ ...it, ...change(it as AnyEntity) } as AnyResource) : it,
    ),
  })
const positions = (change: (positions: AnyEntity) => object) => resource('positions', change)
const field = (name: string, properties: object) =>
  positions(({ fields }) => ({ fields: { ...fields, [name]: { ...fields[name]!, ...properties } } }))
const action = (name: string, properties: object) =>
  positions(({ actions }) => ({ actions: { ...actions, [name]: { ...actions[name]!, ...properties } } }))
const route = (properties: object) =>
  positions(({ views }) => ({ views: { ...views, list: { ...views.list!, ...properties } } }))

/** Describes a call anew, with other properties. */
const call =
  (name: string, change: (call: Call) => object): Change =>
  declarations => {
    const served = servedCalls.find(it => it.name === name)!
    const changed = { ...served.call, ...change(served.call) }
    const { paths } = describeCalls([{ name, call: changed }], '', '')
    const [[path, methods] = ['', {}]] = Object.entries(paths)
    const old = served.call.path
    const { [old]: others, ...rest } = declarations.paths
    const kept = Object.fromEntries(
      Object.entries(others ?? {}).filter(([method]) => method !== served.call.method.toLowerCase()),
    )
    const before = path === old ? {} : { [old]: kept }
    return {
      ...declarations,
      paths: {
        ...rest,
        ...before,
        [path]: { ...(path === old && kept), ...(methods as Record<string, Operation>) },
      },
    }
  }
const input = (name: string, change: (input: z.ZodObject) => z.ZodType) =>
  call(name, it => ({ input: change(it.input as z.ZodObject) }))
const output = (name: string, change: (output: z.ZodObject) => z.ZodType) =>
  call(name, it => ({ output: change(it.output as z.ZodObject) }))
const right =
  (name: string, change: object, label?: string): Change =>
  declarations => {
    const { [name]: old, ...others } = declarations.rights
    const next = { right: { ...old!.right, ...change }, label: label ?? old!.label }
    return { ...declarations, rights: { ...others, [name]: next } }
  }
const menu =
  (name: string, change: object | null): Change =>
  ({ menu: entries, ...rest }) => ({
    ...rest,
    menu: Object.fromEntries(
      Object.entries(entries).flatMap(([key, entry]) => {
        if (key !== name) return [[key, entry]]
        return change ? [[key, { ...entry, ...change }]] : []
      }),
    ),
  })
const migration =
  (...statements: readonly string[]): Change =>
  declarations => ({
    ...declarations,
    migrations: { ...declarations.migrations, '0009_next.sql': statements },
  })

const screen = 'screens, /app/operation/position'
const path = '/app/operation/other' as const
const own = (properties: object) => positions(() => properties)
const withoutKey = (record: object, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))

const mutants: Readonly<Record<string, readonly [change: Change, ...effects: readonly string[]]>> = {
  'nothing changed': [it => it],
  'the title of a screen': [
    route({ title: '岗位管理' }),
    `${screen}, changed: title: 岗位管理 instead of 职位管理`,
  ],
  'the role of a screen': [
    route({ roles: ['admin'] }),
    `${screen}, changed: roles: admin added`,
    `${screen}, changed: roles: mainAdmin removed`,
  ],
  'the right of a screen': [
    route({ capability: 'conf.view' }),
    `${screen}, changed: right that it requires: conf.view added`,
  ],
  'the menu entry of a screen': [
    route({ menu: 'operation.start' }),
    `${screen}, changed: menu entry: operation.start instead of operation.position`,
  ],
  'a new screen': [
    positions(({ pages }) => ({
      pages: { ...pages, other: { path, title: '其他', roles: ['admin'], page: 'home' } },
    })),
    `screens, ${path}, added: title: 其他; roles: admin; page: home`,
  ],
  'a screen less': [
    positions(({ views }) => ({ views: withoutKey(views, 'list') })),
    `${screen}, removed: title: 职位管理; roles: mainAdmin; menu entry: operation.position`,
  ],
  'the label of a menu entry': [
    menu('operation.position', { label: '岗位' }),
    'menu, operation.position, changed: label: 岗位 instead of 职位管理',
  ],
  'a menu entry less': [
    menu('operation.position', null),
    'menu, operation.position, removed: label: 职位管理; icon: idCard; role: mainAdmin',
  ],
  'the order of the menu': [
    ({ menu: { bulk, recycle, ...others }, ...rest }) => ({
      ...rest,
      menu: { ...others, recycle: recycle!, bulk: bulk! },
    }),
    expect.stringMatching(/^menu, the menu, changed: order: in another order, .*, recycle, bulk$/),
  ],
  'a right for one more role': [
    right('post.edit', { grants: { L1: 'all', L2: 'all' } }),
    'rights, post.edit, changed: for L2: all',
  ],
  'a right for one role less': [
    right('post.edit', { grants: {} }),
    'rights, post.edit, changed: for L1: no longer all',
  ],
  'the scope of a right': [
    right('post.edit', { grants: { L1: 'office' } }),
    'rights, post.edit, changed: for L1: office instead of all',
  ],
  'a right that a switch grants': [
    right('post.edit', { grants: { L1: ['all', 'l4Card'] } }),
    'rights, post.edit, changed: for L1: all if l4Card instead of all',
  ],
  'a right that demands a reason': [
    right('post.edit', { needsReason: true }),
    'rights, post.edit, changed: demand of a reason: now',
  ],
  'the name of a right': [
    right('post.edit', {}, '管理岗位'),
    expect.stringMatching(/^rights, post.edit, changed: label: 管理岗位 instead of /),
  ],
  'a new column': [
    positions(({ list }) => ({ list: [...list, 'remark'] })),
    'columns, positions, changed: columns: remark (备注) added',
    'exports, positions, changed: columns: remark (备注) added',
  ],
  'the order of columns': [
    own({ list: ['enabled', 'postName', 'postCode', 'postLevel', 'useCount', 'sort'] }),
    'columns, positions, changed: columns: in another order, enabled (状态), postName (职位名称), postCode (职位编码（英文名称）), postLevel (职级), useCount (使用人数), sort (排序)',
    'exports, positions, changed: columns: in another order, enabled (状态), postName (职位名称), postCode (职位编码（英文名称）), postLevel (职级), useCount (使用人数), sort (排序)',
  ],
  'a column that is hidden at first': [
    own({ optionalColumns: ['sort'] }),
    'columns, positions, changed: hidden columns: sort added',
  ],
  'a new filter': [
    positions(({ filters, fields }) => ({
      filters: { ...filters, postLevel: { field: fields['postLevel'], compare: 'equal' } },
    })),
    'filters, positions, changed: filters: postLevel added',
    'filters, positions.postLevel, added: label: 职级; compares: equal',
  ],
  'what a filter compares': [
    positions(({ filters }) => ({
      filters: { ...filters, enabled: { ...filters['enabled']!, compare: 'oneOf' } },
    })),
    'filters, positions.enabled, changed: compares: oneOf instead of equal',
  ],
  'a field less in the form': [
    positions(({ form }) => ({ form: { ...form, 展示: ['sort', 'enabled'] } })),
    'forms, positions, changed: form: 展示 / remark (备注) removed',
  ],
  'the label of a field': [
    field('remark', { label: '说明' }),
    'fields, positions.remark, changed: label: 说明 instead of 备注',
  ],
  'a hint': [field('remark', { hint: '仅内部可见' }), 'fields, positions.remark, changed: hint: 仅内部可见'],
  'a field that is required': [
    field('remark', { isRequired: true }),
    'fields, positions.remark, changed: required: now',
  ],
  'the longest text of a field': [
    field('remark', { max: 100 }),
    'fields, positions.remark, changed: max: 100 instead of 200',
  ],
  'a new option': [
    field('enabled', {
      options: [
        ['1', '启用@state', 'good'],
        ['0', '停用@state', 'faint'],
        ['2', '待定'],
      ],
    }),
    'fields, positions.enabled, changed: options: 2=待定 added',
  ],
  'a field that is masked in the log': [
    field('remark', { isSensitive: true }),
    'fields, positions.remark, changed: isSensitive: now',
  ],
  'the kind of a field': [
    field('remark', { kind: 'richText' }),
    'fields, positions.remark, changed: kind: richText instead of text',
  ],
  'a new action': [
    positions(({ actions }) => ({
      actions: { ...actions, rename: { label: '改名', on: ['row'], call: 'update', input: () => ({}) } },
    })),
    'actions, positions.rename, added: label: 改名; places: row; call: update',
  ],
  'the places of an action': [
    action('remove', { on: ['row'] }),
    'actions, positions.remove, changed: places: detail removed',
  ],
  'the condition of an action': [
    action('remove', { when: (it: { useCount: number }) => it.useCount === 0 }),
    expect.stringMatching(/^actions, positions.remove, changed: records that have it: .*useCount === 0$/),
  ],
  'an export less': [
    own({ exports: undefined }),
    expect.stringMatching(
      /^exports, positions, removed: columns: postName \(职位名称\), .*; who may export: /,
    ),
  ],
  'a column less in an import': [
    positions(({ importColumns = {} }) => ({ importColumns: withoutKey(importColumns, 'remark') })),
    'imports, positions, changed: columns: remark (备注) removed',
    'imports, positions, changed: headings of remark: no longer /^(备注|说明)$/',
  ],
  'the label of a module of the log': [
    it => ({
      ...it,
      logModules: it.logModules.map(([id, label]) => [id, id === 9 ? '岗位' : label] as const),
    }),
    'log, module 9, changed: label: 岗位 instead of 职位',
  ],
  'a new action of the log': [
    it => ({ ...it, logActions: [...it.logActions, ['rename', '改名@event'] as const] }),
    'log, action rename, added: label: 改名@event',
  ],
  'the order of a list': [
    own({ sort: { field: 'sort', order: 'DESC' } }),
    'resources, positions, changed: order of the list: sort DESC instead of postLevel ASC',
  ],
  'a unique field less': [
    own({ unique: ['postName'] }),
    'resources, positions, changed: unique fields: postCode removed',
  ],
  'a value of a new record': [
    positions(({ initial }) => ({ initial: { ...initial, sort: 9 } })),
    'resources, positions, changed: initial sort: 9 instead of 0',
  ],
  'a new setting': [
    it => ({ ...it, resources: [...it.resources, greeting as unknown as AnyResource] }),
    'screens, /app/conf/greeting, added: title: 欢迎语; roles: admin; right that it requires: conf.view; menu entry: conf.qrcode',
    'resources, greeting, added: label: 欢迎语; switches: conf.qrcode; module of the log: 10',
    'forms, greeting, added: form: 欢迎语 / title (标题), 欢迎语 / titleEn (英文标题)',
    'fields, greeting.title, added: label: 标题; kind: text; max: 30; format: plain',
    'fields, greeting.titleEn, added: label: 英文标题; kind: text; max: 60; format: plain',
  ],
  'a translation': [
    it => ({ ...it, english: { ...it.english, 备注: 'Remark' } }),
    'translations, 备注, changed: English: Remark instead of Note',
  ],
  'who may make a call': [
    call('positions.one', () => ({ who: 'conf.view' })),
    'calls, GET /firm/post/{postId}, changed: who may call it: conf.view instead of signedIn',
  ],
  'a new address of a call': [
    call('positions.add', () => ({ path: '/firm/posts' })),
    'calls, POST /firm/post, removed: name: positions.add; who may call it: post.edit',
    'calls, POST /firm/posts, added: name: positions.add; who may call it: post.edit',
  ],
  'an input that takes more': [
    input('positions.add', it => it.extend({ colour: z.string().optional() })),
    'calls, POST /firm/post, widened: input widened: `colour` is new',
  ],
  'an input that requires more': [
    input('positions.add', it => it.extend({ colour: z.string() })),
    'calls, POST /firm/post, narrowed: input narrowed: `colour` is new and required',
  ],
  'an input that takes less': [
    input('positions.add', it => it.omit({ sort: true })),
    'calls, POST /firm/post, narrowed: input narrowed: `sort` is refused',
  ],
  'a lower limit of an input': [
    input('positions.add', it => it.extend({ postLevel: integer('职级', { min: 1, max: 50 }).schema })),
    'calls, POST /firm/post, narrowed: input narrowed: `postLevel` has a maximum of 50 instead of 99',
  ],
  'a higher limit of an input': [
    input('positions.add', it => it.extend({ postLevel: integer('职级', { min: 0, max: 99 }).schema })),
    'calls, POST /firm/post, widened: input widened: `postLevel` has a minimum of 0 instead of 1',
  ],
  'an option less in an input': [
    input('positions.add', it => it.extend({ isPartner: z.literal(0) })),
    'calls, POST /firm/post, narrowed: input narrowed: `isPartner` is no longer 1',
  ],
  'another type of an input': [
    input('positions.add', it => it.extend({ sort: text('排序', { max: 9 }).schema })),
    'calls, POST /firm/post, changed: input changed: `sort` is string instead of integer',
  ],
  'an input that is optional': [
    input('positions.add', it => it.partial({ sort: true })),
    'calls, POST /firm/post, widened: input widened: `sort` is optional',
  ],
  'an answer with less': [
    output('positions.one', it => it.omit({ remark: true })),
    'calls, GET /firm/post/{postId}, narrowed: output narrowed: `remark` is not answered',
  ],
  'an answer with more': [
    output('positions.one', it => it.extend({ colour: z.string() })),
    'calls, GET /firm/post/{postId}, widened: output widened: `colour` is new',
  ],
  'an answer that may be null': [
    output('positions.one', it => it.extend({ postName: z.string().nullable() })),
    'calls, GET /firm/post/{postId}, narrowed: output narrowed: `postName` may be null',
  ],
  'a migration that adds a column': [
    migration('alter table lawyers add column colour text'),
    'migrations, 0009_next.sql, added: 1 statements',
    'migrations, 0009_next.sql, changed: `lawyers` is locked for a moment',
  ],
  'a migration that rewrites a table': [
    migration('alter table lawyers alter column name type varchar(80)'),
    'migrations, 0009_next.sql, added: 1 statements',
    'migrations, 0009_next.sql, changed: `lawyers` is rewritten while nobody can read or write it',
  ],
  'a migration that makes a column required': [
    migration('alter table lawyers alter column email set not null'),
    'migrations, 0009_next.sql, added: 1 statements',
    'migrations, 0009_next.sql, changed: `lawyers` is read whole while nobody can read or write it',
  ],
  'a migration with an index': [
    migration('create index lawyers_colour on lawyers (firm_id, colour)'),
    'migrations, 0009_next.sql, added: 1 statements',
    'migrations, 0009_next.sql, changed: `lawyers` cannot be written while its index is built',
  ],
  'a migration with an index that locks nothing': [
    migration('create index concurrently lawyers_colour on lawyers (firm_id, colour)'),
    'migrations, 0009_next.sql, added: 1 statements',
  ],
  'a migration with a new table': [
    migration(
      'create table colours (firm_id integer not null, lawyer_id bigint references lawyers (id))',
      'create index colours_lawyer on colours (firm_id, lawyer_id)',
    ),
    'migrations, 0009_next.sql, added: 2 statements',
    'migrations, 0009_next.sql, changed: `lawyers` is locked against writing for a moment',
  ],
  'a migration with a checked foreign key': [
    migration('alter table cards add foreign key (firm_id, lawyer_id) references lawyers (firm_id, id)'),
    'migrations, 0009_next.sql, added: 1 statements',
    'migrations, 0009_next.sql, changed: `cards` is read whole while nobody can write it; add the constraint NOT VALID and validate it later',
    'migrations, 0009_next.sql, changed: `lawyers` cannot be written while the constraint is checked',
  ],
  'a migration that drops a column': [
    migration('alter table lawyers drop column email'),
    'migrations, 0009_next.sql, added: 1 statements',
    'migrations, 0009_next.sql, changed: `lawyers` loses the column email, which processes of the release before may still write',
  ],
  'a migration that was changed': [
    it => ({ ...it, migrations: { ...it.migrations, '0000_baseline.sql': ['select 1'] } }),
    'migrations, 0000_baseline.sql, changed: databases that applied the former file are refused',
  ],
}

test.each(Object.entries(mutants))('%s is told, and nothing else', (_, [change, ...expected]) => {
  const effects = effectsOf(describeDeclarations(present), describeDeclarations(change(present)))
  expect(effects.map(it => `${it.area}, ${it.subject}, ${it.change}: ${it.sentence}`)).toEqual(expected)
})

test('the report names each effect under its area, with the label of its subject', () => {
  const changed = field('remark', { max: 100 })(right('post.edit', { grants: {} })(present))
  const effects = effectsOf(describeDeclarations(present), describeDeclarations(changed))
  expect(markdownOf(effects)).toBe(`## Rights

- **post.edit** 维护职位: for L1: no longer all

## Fields

- **positions.remark** 职位 / 备注: max: 100 instead of 200
`)
  expect(markdownOf([])).toContain('Nothing')
})

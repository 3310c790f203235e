import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import training from '../../examples/training/index.ts'
import { officeFields } from '../../examples/training/officeFields.ts'
import { trainings } from '../../examples/training/trainings.ts'
import { faultsOf } from '../../extend/load/faults.ts'
import { foldersOf } from '../../extend/load/folders.ts'
import { importRules } from '../../extend/load/imports.ts'
import { getCall, logModuleOf } from '../../resources/kit/index.ts'
import { createFolder } from '../support/folder.ts'

const root = join(import.meta.dirname, '../..')
const folder = '/our-firm'
const faults = (extension: unknown) =>
  faultsOf([{ folder, extension, fileOf: name => `${folder}/${name === 'training' ? 'index' : 'file'}.ts` }])

test('the example has no faults', async () => {
  expect(await faults(training)).toEqual([])
})

const costCentre = officeFields['training:costCentre']
const { page: _, ...calls } = trainings.calls
const outside = getCall('/training', 'training:view', calls.one.input as never, () => calls.one.output)

test.each([
  ['no default export', undefined, 'nothing is exported by default'],
  ['no version', { ...training, surface: undefined }, 'surface: 请注明所用接口的版本'],
  ['a version that is none', { ...training, surface: 'latest' }, 'surface: 请注明所用接口的版本'],
  ['an earlier first number', { ...training, surface: '0.9' }, '扩展为 tenant-admin/extend 0.9 编写'],
  ['a later version', { ...training, surface: '1.9999' }, '产品提供 1.'],
  ['a wrong name', { ...training, name: 'Training' }, 'lower-case letters'],
  [
    'a name without its own at the beginning',
    { ...training, resources: [{ ...trainings, name: 'lawyers' }] },
    'lawyers: 名称应以 training: 开头',
  ],
  [
    'a right that nothing declares',
    {
      ...training,
      resources: [
        { ...trainings, calls: { ...trainings.calls, one: { ...calls.one, who: 'training:edti' } } },
      ],
    },
    'training:edti: training:records: 没有这个权限',
  ],
  [
    'a right that nothing uses',
    { ...training, rights: { ...training.rights, 'training:other': {} } },
    'no call or page',
  ],
  [
    'a menu entry that nothing declares',
    {
      ...training,
      resources: [{ ...trainings, views: { list: { ...trainings.views.list, menu: 'training:no' } } }],
    },
    'no such menu entry',
  ],
  [
    'a page that nothing declares',
    { ...training, pages: {} },
    'training:overview: training:records: 没有这个页面',
  ],
  [
    'a reference to nothing',
    {
      ...training,
      resources: [
        {
          ...trainings,
          fields: { ...trainings.fields, lawyerId: { ...trainings.fields.lawyerId, to: 'people' } },
        },
      ],
    },
    'no entity of this name offers choices',
  ],
  [
    'an address of the product',
    { ...training, resources: [{ ...trainings, calls: { ...trainings.calls, outside } }] },
    '接口地址应以 /x/training/ 开头',
  ],
  [
    'changes that would not be logged',
    { ...training, resources: [{ ...trainings, logModule: logModuleOf('other') }] },
    'logModule',
  ],
  [
    'a field of an entity that takes none',
    { ...training, fields: { people: training.fields?.['lawyers'] } },
    'people: 不能附加字段',
  ],
  [
    'a required field',
    {
      ...training,
      fields: { lawyers: { 'training:points': { field: trainings.fields.hours, section: '执业' } } },
    },
    'training:points: 应为 optional',
  ],
  [
    'a label that the entity has already',
    {
      ...training,
      fields: {
        offices: { 'training:costCentre': { ...costCentre, field: { ...costCentre.field, label: '邮箱' } } },
      },
    },
    'training:costCentre: offices 已有名为“邮箱”的字段',
  ],
  [
    'a heading where nothing is imported',
    { ...training, fields: { offices: { 'training:costCentre': { ...costCentre, heading: /x/ } } } },
    'training:costCentre: heading：offices 没有导入',
  ],
  [
    'a bulk edit where there is none',
    { ...training, fields: { offices: { 'training:costCentre': { ...costCentre, isBulkEdited: true } } } },
    'training:costCentre: isBulkEdited：offices 没有批量修改',
  ],
  [
    'a sort by what is no column',
    { ...training, fields: { offices: { 'training:costCentre': { ...costCentre, isColumn: undefined } } } },
    'training:costCentre: isSortable 需要 isColumn',
  ],
  [
    'a field that takes a name of the product',
    { ...training, fields: { lawyers: { email: training.fields?.['lawyers']?.['training:barNumber'] } } },
    'email: 名称应以 training: 开头',
  ],
])('%s is told with the file', async (_title, extension, sentence) => {
  const found = await faults(extension)
  expect(
    found.some(it => it.startsWith('/our-firm/') && it.includes(sentence)),
    found.join('\n'),
  ).toBe(true)
})

test('an extension imports its own files, packages and the two entries, and nothing else of the product', () => {
  const importer = '/our-firm/pages/Page.tsx'
  const targetOf = (specifier: string) => importRules([folder], 'both')(specifier, importer)
  expect(targetOf('../trainings.ts')).toEqual({ asUsual: true })
  expect(targetOf('node:fs')).toBeUndefined()
  expect(targetOf('react-admin')).toEqual({ ofProduct: true })
  expect(targetOf('their-own-package')).toEqual({ asUsual: true })
  expect(targetOf('tenant-admin/extend')).toEqual({ file: join(root, 'extend/index.ts') })
  for (const specifier of [
    'tenant-admin/src/app/App.tsx',
    '../../tenant-admin/resources/index.ts',
    `${root}/server/main.ts`,
  ])
    expect(() => targetOf(specifier)).toThrow(`${importer}: 不能导入 ${specifier}`)
  expect(() => importRules([folder], 'client')('tenant-admin/extend/server', importer)).toThrow(
    '服务端的代码',
  )
  expect(targetOf('tenant-admin/extend/test')).toEqual({ file: join(root, 'extend/test.ts') })
  expect(() => importRules([folder], 'server')('tenant-admin/extend/test', importer)).toThrow(
    '只能用在测试里',
  )
  // Files of the product import what they like.
  expect(importRules([folder], 'both')('../server/main.ts', join(root, 'src/a.ts'))).toBeUndefined()
})

test('a folder that is missing or declares nothing is named', () => {
  expect(() => foldersOf('examples/training, ../no-such-firm')).toThrow('没有文件夹')
  expect(() => foldersOf('examples')).toThrow('缺少 index.ts')
  expect(foldersOf(' ')).toEqual([])
})

test('an extension that cannot be read is told before anything is built, with its file and line', async () => {
  const { path, remove } = await createFolder('extension')
  writeFileSync(join(path, 'index.ts'), "import 'tenant-admin/extend'\n\nthrow new Error('no such office')\n")
  const hooks = ['--import', './server/process/moduleHooks.mjs', '--import', './extend/load/hooks.ts']
  const { stderr } = await promisify(execFile)(process.execPath, [...hooks, 'extend/load/check.ts'], {
    cwd: root,
    env: { ...process.env, EXTENSIONS: path },
  }).catch((error: { stderr: string }) => error)
  expect(stderr).toContain('index.ts:3: no such office')
  await remove()
})

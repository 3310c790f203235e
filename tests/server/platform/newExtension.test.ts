import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { beforeAll, describe, expect, test } from 'vitest'

import { allWords, kindWord, needOf } from '../../../extend/new/words.ts'
import { folderOfFile } from '../../support/folder.ts'
import { runScript } from '../../support/script.ts'
import { isThorough } from '../../support/thoroughness.ts'

// What `npm run cli -- new …` writes passes types, lint, format, the check of extensions and the suites that walk every
// declaration, without an edit.

const root = join(import.meta.dirname, '../../..')
const parent = folderOfFile('newExtension')
const folder = () => join(parent(), 'our-firm')
/** An extension as a firm would write it. */
const plainFolder = () => join(parent(), 'plain-firm')

type Result = { code: number; output: string }

const run = async (args: readonly string[], env: Record<string, string> = {}): Promise<Result> => {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 1e8 }
  return promisify(execFile)(process.execPath, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

const hooks = ['--import', './server/process/moduleHooks.mjs']
const makeIn = (path: string, ...words: readonly string[]) =>
  run([...hooks, 'extend/new/main.ts', ...words, '--in', path])
const make = (...words: readonly string[]) => makeIn(folder(), ...words)

const inside = {
  options: '(law=法律,ethics=职业道德)',
  to: '(lawyers)',
  parts: '(item=项目:text,price=价格:decimal)',
}
/** Every kind, as a required and as an optional field, and an entity by its name. */
const everyField = allWords()
  .flatMap(word => kindWord(word) ?? [])
  .flatMap(kind => {
    const need = needOf(kind)
    const word = `${kind}${need ? inside[need] : ''}`
    return [`${kind}One:${word}`, `${kind}Two:${word}?`]
  })
  .concat('lawyerId:lawyers', 'remark:text?')
  .join(', ')

const filesIn = () =>
  Object.fromEntries(
    readdirSync(folder(), { recursive: true, withFileTypes: true })
      .filter(it => it.isFile())
      .map(it => join(it.parentPath, it.name))
      .map(it => [it, readFileSync(it, 'utf8')]),
  )

const written: Result[] = []

beforeAll(async () => {
  const { code, errors } = await runScript('cli', {
    args: ['new', 'extension', folder(), '--label', '本所'],
  })
  written.push({ code: code ?? 1, output: errors })
  const index = join(folder(), 'index.ts')
  writeFileSync(
    index,
    readFileSync(index, 'utf8').replace('resources: [],', '// What our firm adds.\n  resources: [],'),
  )
  for (const words of [
    ['entity', '培训', 'trainings', '--fields', everyField],
    ['entity', '课程', 'courses', '--fields', 'title:text, training:trainings?', '--group', 'lawyer'],
    ['setting', '培训要求', 'requirements', '--fields', everyField, '--english', 'Training requirements'],
    ['field', 'lawyers', 'barNumber', '律协会员号', 'text', '--section', '执业'],
    ['field', 'lawyers', 'certifiedUntil', '合格证有效期', 'date'],
    ['field', 'lawyers', 'mentorId', '导师', 'lawyers'],
    ['field', 'positions', 'exampleId', '代表律师', 'lawyers'],
    ['field', 'offices', 'costCentre', '成本中心', 'text', '--section', '基本信息'],
    ['page', '培训一览', 'overview', '--of', 'trainings', '--english', 'Training overview'],
  ])
    written.push(await make(...words))
})

test('each command says what it wrote', () => {
  expect(written.filter(it => it.code !== 0)).toEqual([])
  expect(
    Object.keys(filesIn())
      .map(it => it.slice(folder().length + 1))
      .toSorted(),
  ).toEqual([
    'OverviewPage.tsx',
    'courses.test.ts',
    'courses.ts',
    'coursesTable.ts',
    'index.ts',
    'lawyersFields.ts',
    'lawyersFieldsTable.ts',
    'migrations/0000_trainings.sql',
    'migrations/0001_courses.sql',
    'migrations/0002_lawyers_barNumber.sql',
    'migrations/0003_lawyers_certifiedUntil.sql',
    'migrations/0004_lawyers_mentorId.sql',
    'migrations/0005_positions_exampleId.sql',
    'migrations/0006_offices_costCentre.sql',
    'officesFields.ts',
    'officesFieldsTable.ts',
    'positionsFields.ts',
    'positionsFieldsTable.ts',
    'requirements.ts',
    'tables.ts',
    'texts/en.json',
    'trainings.test.ts',
    'trainings.ts',
    'trainingsTable.ts',
    'tsconfig.json',
  ])
})

test('what a person wrote stays', () => {
  expect(readFileSync(join(folder(), 'index.ts'), 'utf8')).toContain(
    '  // What our firm adds.\n  resources: [trainings, courses, requirements],',
  )
})

describe('what is written passes', () => {
  test.each([
    ['the compiler', () => run(['node_modules/typescript/lib/tsc.js', '-p', folder(), '--pretty', 'false'])],
    ['oxlint', () => run(['node_modules/oxlint/bin/oxlint', '-c', '.oxlintrc.json', folder()])],
    ['oxfmt', () => run(['node_modules/oxfmt/bin/oxfmt', '-c', '.oxfmtrc.json', '--check', folder()])],
    [
      'the check of extensions',
      () =>
        run([...hooks, '--import', './extend/load/hooks.ts', 'extend/load/check.ts'], {
          EXTENSIONS: folder(),
        }),
    ],
  ])('%s', async (_, check) => {
    expect(await check()).toMatchObject({ code: 0 })
  })

  // Starts a database of its own, which takes a minute.
  test.runIf(isThorough)(
    'the suites that walk every declaration, and the tests that were written',
    async () => {
      const fields =
        'title:text, lawyerId:lawyers, hours:decimal, attendedOn:date, kind:select(law=法律,ethics=职业道德), remark:text?'
      await run([...hooks, 'extend/new/main.ts', 'extension', plainFolder()])
      for (const words of [
        ['entity', '培训', 'trainings', '--fields', fields],
        ['setting', '培训要求', 'requirements', '--fields', 'hours:integer, contact:text?'],
        ['field', 'lawyers', 'certifiedUntil', '合格证有效期', 'date'],
        ['field', 'lawyers', 'mentorId', '导师', 'lawyers'],
        ...['offices', 'positions', 'professions', 'categories'].map(it => [
          'field',
          it,
          'ledger',
          '账目',
          'text',
        ]),
        ['page', '培训一览', 'overview', '--of', 'trainings'],
      ])
        expect(await makeIn(plainFolder(), ...words)).toMatchObject({ code: 0 })
      const project = ['--project', 'server with an extension', '--maxWorkers', '1']
      expect(
        await run(['node_modules/vitest/vitest.mjs', 'run', ...project], { EXTENSIONS: plainFolder() }),
      ).toMatchObject({ code: 0 })
    },
    300_000,
  )
})

test('a field that refers to a person is bound to the firm by a foreign key, in a new table and in one that is there', () => {
  const sql = Object.values(filesIn()).join('\n')
  for (const [table, column] of [
    ['lawyers', 'mentor_id'],
    ['positions', 'example_id'],
  ])
    expect(sql).toMatch(
      new RegExp(
        `"x_ourfirm_${table}_${column}_fk" FOREIGN KEY \\("firm_id", "${column}"\\)\\s+REFERENCES "lawyers"`,
      ),
    )
})

describe('nothing is written', () => {
  test.each([
    ['an entity that exists', ['entity', '培训', 'trainings', '--fields', 'title:text'], '已存在'],
    ['a field that exists', ['field', 'lawyers', 'barNumber', '律协会员号', 'text'], '已存在'],
    ['a page that exists', ['page', '一览', 'overview', '--of', 'trainings'], '已存在'],
    ['a file that exists', ['entity', '表', 'tables', '--fields', 'title:text'], '已存在'],
    ['a name of the code', ['entity', '日期', 'date', '--fields', 'title:text'], '已有其他含义'],
    ['a name in other letters', ['entity', '表', 'trainingstable', '--fields', 'title:text'], '已存在'],
    ['a wrong word', ['entity', '案件', 'matters', '--fields', 'title:txt'], 'text、integer'],
    ['a label that is not Chinese', ['entity', 'Matters', 'matters', '--fields', 'title:text'], '应为中文'],
    ['a wrong name', ['entity', '案件', '案件', '--fields', 'title:text'], '以小写字母开头'],
    ['a reserved name', ['entity', '案件', 'matters', '--fields', 'title:text, version:text'], 'version'],
    ['no name of a record', ['entity', '案件', 'matters', '--fields', 'day:date'], '必填的 text'],
    ['a field of an entity that takes none', ['field', 'cards', 'x', '签', 'text'], 'lawyers'],
    ['a label that the entity has', ['field', 'lawyers', 'fullName', '姓名', 'text'], '已有这个名称的字段'],
    ['a field of its own entity', ['field', 'trainings', 'x', '签', 'text'], '扩展自己的'],
    ['a subject that there is not', ['thing', '案件', 'matters'], 'npm run cli -- new entity'],
    [
      'a menu that there is not',
      ['setting', '案', 'm', '--fields', 'a:text', '--group', 'no'],
      '没有这个菜单',
    ],
  ])('for %s', async (_, words, sentence) => {
    const before = filesIn()
    const { code, output } = await make(...words)
    expect({ code, output }).toEqual({ code: 2, output: expect.stringContaining(sentence) })
    expect(filesIn()).toEqual(before)
  })
})

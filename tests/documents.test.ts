import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { checkTexts } from '../resources/settings/languageTexts.ts'
import { variables } from '../server/process/config.ts'
import { llmsText } from './support/llms.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const names = ['*.md', 'docs/**/*.md', '.agents/**/*.md', '.github/*.md'].flatMap(pattern =>
  globSync(pattern, { cwd: root }),
)
const documents = names.map(name => ({ name, text: read(name) }))
/** The English texts of `resources/locales/en`. */
const readTexts = (name: string): Record<string, string> =>
  JSON.parse(read(`resources/locales/en/${name}.json`))
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))

/** The text from a heading of the second level to the next one. */
const sectionOf = (path: string, heading: string): string =>
  read(path)
    .split(/^## /m)
    .find(text => text.startsWith(heading))!

const withoutBlocks = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '')

/** Files that are created when the product is installed. */
const madeLater: readonly string[] = ['deploy/secrets']

const isFolderOf = (path: string): boolean =>
  /^(resources|providers|src|server|tests|deploy|docs|public)\//.test(path)

test.each(documents)('each path that $name names exists', ({ text }) => {
  const inlineCode = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
  const paths = inlineCode.filter(code => isFolderOf(code) && !/[<>]/.test(code) && !madeLater.includes(code))
  const isThere = (path: string): boolean =>
    path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))
  expect(paths.filter(path => !isThere(path))).toEqual([])
})

/** The anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

test.each(documents)('each link of $name leads somewhere', ({ name, text }) => {
  const links = [...withoutBlocks(text).matchAll(/\]\((?!https?:|mailto:)([^)]+)\)/g)].map(([, to]) => to!)
  const isBroken = (to: string): boolean => {
    const [path = '', anchor] = to.split('#')
    const target = path === '' ? name : join(dirname(name), path)
    if (!existsSync(join(root, target))) return true
    if (anchor === undefined) return false
    const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))
    return !headings.includes(anchor)
  }
  expect(links.filter(isBroken)).toEqual([])
})

test('a code block with a file name equals the file', () => {
  const blocks = documents.flatMap(({ text }) => [...text.matchAll(/^```\w+ (\S+\/\S+)\n(.*?)^```$/gms)])
  expect(blocks.length).toBeGreaterThan(5)
  for (const [, path, code] of blocks) expect(code, path).toBe(read(path!))
})

/** The lines that the code blocks of a document quote from files, by the comment `// path` above them. */
const quotedLines = (text: string) =>
  [...text.matchAll(/^ *```\w+\n(.*?)^ *```$/gms)].flatMap(([, block]) => {
    const quoted: { file: string; line: string }[] = []
    let file: string | undefined
    for (const line of block!.split('\n').map(it => it.trim())) {
      const [, path] = /^\/\/ (\S+\/\S+\.\w+)$/.exec(line) ?? []
      if (path !== undefined && isFolderOf(path)) file = path
      else if (file !== undefined && line !== '') quoted.push({ file, line })
    }
    return quoted
  })

test('each line that a document quotes from a file exists there', () => {
  const quoted = documents.flatMap(({ text }) => quotedLines(text))
  expect(quoted.length).toBeGreaterThan(40)
  const linesOf = (file: string) =>
    read(file)
      .split('\n')
      .map(it => it.trim())
  expect(quoted.filter(({ file, line }) => !linesOf(file).includes(line))).toEqual([])
})

test('the translations of the developers’ guide are accepted', () => {
  const english = { ...readTexts('entrance'), ...readTexts('app') }
  const { texts, faults, unknown } = checkTexts(JSON.parse(read('tests/guide/german.json')), english)
  expect({ count: Object.keys(texts).length, faults, unknown }).toEqual({ count: 2, faults: [], unknown: 0 })
})

test.each(documents)('each script that $name runs exists in package.json', ({ text }) => {
  const run = [...text.matchAll(/npm run (?:-\w+ )*(\w[\w:-]*)/g)].map(([, script]) => script!)
  expect(run.filter(script => !(script in scripts))).toEqual([])
})

test('the tables of kinds are those that the developers’ guide lists', () => {
  const files = globSync('{resources,providers,src,server}/**/*.{ts,tsx}', { cwd: root })
  const isTable = (file: string): boolean => {
    const text = read(file)
    const ofFields =
      /import [^;]*\bFieldKind\b[^;]*from '[./]*(resources\/kit\/index|kit\/index|field)\.ts'/s.test(text)
    return ofFields && /\[K in FieldKind\]|Record<FieldKind,/.test(text)
  }
  const section = sectionOf('docs/develop.md', 'A kind of field')
  const listed = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file!)
  expect(listed.toSorted()).toEqual(files.filter(isTable).toSorted())
})

/** The rows of the operators’ tables of variables: name, whether a file may hold it, and the text of its default. */
const variableRows = sectionOf('docs/operate.md', 'Configuration')
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .flatMap(row => {
    const [names, defaults] = row
      .split('|')
      .slice(1, 3)
      .map(cell => cell.trim().split(', '))
    return names!.map((cell, index) => ({
      name: /`([A-Z_]+)`/.exec(cell)?.[1],
      isSecret: cell.endsWith(' *'),
      // One text may say the defaults of several variables.
      default: names!.length === defaults!.length ? defaults![index]! : undefined,
    }))
  })
// Described in the text below the table, because tools around the server set it.
const documentedVariables = variables.filter(({ name }) => name !== 'NODE_ENV')

test('the operators’ guide lists exactly the environment variables that the server reads', () => {
  const listed = variableRows.map(({ name, isSecret }) => ({ name, isSecret }))
  const read = documentedVariables.map(({ name, isSecret }) => ({ name, isSecret }))
  const byName = (rows: { name: string | undefined }[]) =>
    rows.toSorted((a, b) => a.name!.localeCompare(b.name!))
  expect(byName(listed)).toEqual(byName(read))
})

test.each(documentedVariables)('the operators’ guide says the default of $name', ({ name, schema }) => {
  const said = variableRows.find(row => row.name === name)?.default
  if (said === undefined || !/^(–|\d+|`[^`]+`)$/.test(said)) return
  const words = new Map<unknown, string>([
    [undefined, '–'],
    [null, '0'],
    ['', '–'],
    [true, 'on'],
    [false, 'off'],
  ])
  const { data: value } = schema.safeParse(undefined)
  const text = Array.isArray(value) ? value.join() || '–' : (words.get(value) ?? String(value))
  expect(said.replaceAll('`', '')).toBe(text)
})

/** The parts of a document that are the same in both languages: everything except its sentences. */
const skeletonOf = (text: string) => {
  const prose = withoutBlocks(text)
  const cells = prose.split('\n').filter(line => line.startsWith('| `'))
  const inlineCode = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
  const commands = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block]) => block!.split('\n'))
  const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to!)
  return {
    headings: [...prose.matchAll(/^#+(?= )/gm)].map(([level]) => level),
    commands: commands.map(line => line.replace(/\s*#.*/, '')),
    rows: cells.map(line => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!)),
    inlineCode: [...new Set(inlineCode)].toSorted(),
    links: [...new Set(links.filter(to => !to.startsWith('README')))].toSorted(),
  }
}

test('both languages of the README have the same headings, commands, names and links', () => {
  const english = read('README.md')
  const chinese = read('README.zh-CN.md')
  expect(skeletonOf(chinese)).toEqual(skeletonOf(english))
  expect(english).toContain('](README.zh-CN.md)')
  expect(chinese).toContain('](README.md)')
})

test('pictures of the documents are small, used, and taken by the browser suite', () => {
  const pictures = globSync('docs/pictures/*', { cwd: root })
  const pictureLinks = [...read('docs/use.zh-CN.md').matchAll(/!\[[^\]]+\]\((pictures\/\S+)\)/g)]
  expect(pictureLinks.map(([, path]) => `docs/${path}`).toSorted()).toEqual(pictures.toSorted())
  expect(pictures.length).toBeGreaterThan(0)
  const mostBytes = 200 * 1024
  expect(pictures.filter(name => statSync(join(root, name)).size > mostBytes)).toEqual([])
})

const decisions = globSync('*.md', { cwd: join(root, 'docs/decisions') })
  .filter(name => name !== 'README.md')
  .toSorted()

test.each(decisions)('the decision %s has its date, its status and its four sections', name => {
  const [, day] = /^(\d{4}-\d{2}-\d{2})-[a-z]+(?:-[a-z]+)*\.md$/.exec(name)!
  const text = read(`docs/decisions/${name}`)
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(['Context', 'Decision', 'Measured', 'What would reverse it'])
  const status = text.split('\n')[2]!
  const reversed = /^Decided (\S+)\. \*\*Reversed (\S+)\*\* by \[[^\]]+\]\((\S+)\)\.$/.exec(status)
  expect(status).toMatch(reversed ? `Decided ${day}` : new RegExp(`^Decided ${day}\\. In force\\.$`))
  if (!reversed) return
  const [, , reversedOn, successor] = reversed
  expect(reversedOn! >= day!).toBe(true)
  expect(decisions).toContain(successor)
})

test('the list of decisions names each decision once, by date, with its status', () => {
  const rows = [
    ...read('docs/decisions/README.md').matchAll(/^\| (\S+) \| \[([^\]]+)\]\((\S+)\) \| (.+) \|$/gm),
  ]
  expect(rows.map(([, , , name]) => name)).toEqual(decisions)
  for (const [, day, title, name, state] of rows) {
    const text = read(`docs/decisions/${name}`)
    expect(text.startsWith(`# ${title}\n\nDecided ${day}. `), name).toBe(true)
    expect(text, name).toContain(state === 'in force' ? 'In force.' : `**Reversed ${state!.split(' ')[1]}**`)
  }
})

/** With `--mode documents`, vitest writes the file anew. */
const isWriting = process.env['MODE'] === 'documents'

test('llms.txt lists each document with its first paragraph', () => {
  if (isWriting) writeFileSync(join(root, 'llms.txt'), llmsText())
  expect(read('llms.txt')).toBe(llmsText())
})

test('each answer under “Where is” names one to three files', () => {
  const rows = sectionOf('docs/develop.md', 'Where is')
    .split('\n')
    .filter(line => line.startsWith('| '))
    .slice(2)
  expect(rows.length).toBeGreaterThanOrEqual(20)
  const counted = rows.map(row => ({
    row,
    files: [...row.matchAll(/`([^`]+)`/g)].filter(([, path]) => isFolderOf(path!)).length,
  }))
  expect(counted.filter(({ files }) => files < 1 || files > 3)).toEqual([])
})

test('the page for agents fits on a page, and names the skill, whose description says when to use it', () => {
  expect(read('AGENTS.md').split('\n').length).toBeLessThanOrEqual(80)
  const [skill, ...others] = globSync('.agents/skills/*/SKILL.md', { cwd: root })
  expect(others).toEqual([])
  const [, folder] = /skills\/([^/]+)\//.exec(skill!)!
  const head = z
    .strictObject({ name: z.literal(folder!), description: z.string().min(50).max(1024) })
    .parse(parse(read(skill!).split(/^---$/m)[1]!))
  expect(head.description).toContain('Use it when')
  expect(read('AGENTS.md')).toContain(skill)
})

const workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.string().optional() })) })),
})

test('the workflow runs the two commands of the README', () => {
  const { jobs } = workflow.parse(parse(read('.github/workflows/test.yml')))
  const run = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(step => step.run ?? []))
  const section = sectionOf('README.md', 'Two commands')
  const commands = [...section.matchAll(/^(npm \w+) /gm)].map(([, command]) => command!)
  expect(commands).toEqual(['npm start', 'npm test'])
  expect(commands.filter(command => !run.some(text => text.includes(command)))).toEqual([])
})

test('forms of issues have their parts, and dependabot knows its ecosystems', () => {
  const form = z.object({
    name: z.string(),
    description: z.string(),
    body: z.array(z.object({ type: z.enum(['markdown', 'textarea', 'input']), attributes: z.object({}) })),
  })
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter(
    it => !it.endsWith('config.yml'),
  )
  expect(forms.map(path => form.safeParse(parse(read(path))).success)).toEqual(forms.map(() => true))
  const { updates } = z
    .object({ updates: z.array(z.object({ 'package-ecosystem': z.string(), directory: z.string() })) })
    .parse(parse(read('.github/dependabot.yml')))
  const manifests: Record<string, string> = {
    npm: 'package.json',
    'github-actions': '.github/workflows',
    docker: 'Dockerfile',
  }
  for (const { directory, ...update } of updates) {
    const manifest = manifests[update['package-ecosystem']]!
    expect(existsSync(join(root, directory, manifest)), manifest).toBe(true)
  }
})

test('the release has its version in the changelog, before all others', () => {
  const { version }: { version: string } = JSON.parse(read('package.json'))
  const [first] = [...read('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(['Unreleased', version]).toContain(first)
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`)
})

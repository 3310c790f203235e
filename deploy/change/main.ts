import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'

import type { Description } from './description.ts'
import { effectsOf, markdownOf } from './differences.ts'

// `npm run cli -- explain-change A..B` says what changes from one version of the product to another: two revisions of git, or
// two folders. Without B, what is in the working tree.

const usage =
  'npm run cli -- explain-change <版本>..[版本] [--json]，或两个文件夹 (two revisions of git, or two folders; without the second one, the working tree)'

const root = join(import.meta.dirname, '../..')

class Mistake extends Error {}

const git = (...args: readonly string[]) => {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    throw new Mistake(`git ${args.join(' ')}\n${usage}`)
  }
}

/** A revision as a folder, with the packages that are installed here. */
const checkOut = (revision: string, parent: string) => {
  const commit = git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`)
  const folder = join(parent, commit)
  if (existsSync(folder)) return folder
  const archive = join(parent, `${commit}.tar`)
  git('archive', '--output', archive, `--prefix=${commit}/`, commit)
  execFileSync('tar', ['-xf', archive, '-C', parent])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  return folder
}

const isProduct = (folder: string) => existsSync(join(folder, 'resources/index.ts'))

/** A folder of the product, or a revision. */
const treeOf = (named: string, parent: string) => {
  if (named === '') return root
  const folder = resolve(root, named)
  return isProduct(folder) ? realpathSync(folder) : checkOut(named, parent)
}

const extensions = (process.env['EXTENSIONS'] ?? '')
  .split(',')
  .flatMap(it => (it.trim() === '' ? [] : [resolve(root, it.trim())]))
  .join(',')

/** The hooks are those of the described version, since they replace files of it. */
const hooksIn = (tree: string) =>
  ['server/process/moduleHooks.mjs', ...(extensions ? ['extend/load/hooks.ts'] : [])]
    .map(it => join(tree, it))
    .filter(it => existsSync(it))
    .flatMap(it => ['--import', it])

const describe = async (tree: string): Promise<Description> => {
  const args = [...hooksIn(tree), join(import.meta.dirname, 'print.ts'), tree]
  const options = { cwd: tree, maxBuffer: 1e9, env: { ...process.env, EXTENSIONS: extensions } }
  try {
    return JSON.parse((await promisify(execFile)(process.execPath, args, options)).stdout)
  } catch (error) {
    throw new Mistake(`${tree}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const run = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  })
  const [first = '', second] = positionals
  const [before = '', after = ''] = second === undefined ? first.split('..') : [first, second]
  if (before === '' || positionals.length > 2) throw new Mistake(usage)
  const parent = mkdtempSync(join(tmpdir(), 'tenant-admin-change-'))
  try {
    const described = await Promise.all([before, after].map(it => describe(treeOf(it, parent))))
    const effects = effectsOf(described[0]!, described[1]!)
    return values.json ? `${JSON.stringify(effects, null, 2)}\n` : markdownOf(effects)
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}

try {
  process.stdout.write(await run())
} catch (error) {
  if (!(error instanceof Mistake)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

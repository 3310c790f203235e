import { existsSync, readdirSync } from 'node:fs'
import { basename, relative } from 'node:path'

import { root } from '../load/folders.ts'
import { surfaceVersion } from '../version.ts'
import { requireChinese } from './fieldList.ts'
import { createFile, writeFolder } from './folder.ts'
import { refuse } from './mistake.ts'
import { quote, readable } from './names.ts'
import { openSources } from './source.ts'

type NewExtension = { path: string; label?: string; english?: string }

const indexCode = (name: string, label: string) => `import { defineExtension } from 'tenant-admin/extend'

export default defineExtension({
  surface: '${surfaceVersion.replace(/\.\d+$/, '')}',
  name: '${name}',
  label: ${quote(label)},
  resources: [],
  inventory: {},
})
`

/** The configuration by which an editor and \`tsc\` find the product and its packages. */
const typeConfig = (product: string) => ({
  extends: `${product}/tsconfig.json`,
  compilerOptions: {
    paths: {
      'tenant-admin/extend': [`${product}/extend/index.ts`],
      'tenant-admin/extend/server': [`${product}/extend/server.ts`],
      'tenant-admin/extend/test': [`${product}/extend/test.d.ts`],
      '*': [`${product}/node_modules/@types/*`, `${product}/node_modules/*`],
    },
    types: ['node'],
    typeRoots: [`${product}/node_modules/@types`],
    incremental: false,
    tsBuildInfoFile: null,
  },
  // The names of rights, menu entries and so on that a declaration may use.
  include: ['.', `${product}/resources/domain/register.ts`],
})

/** The name of an extension consists of the letters and digits of its folder's name: `ourfirm` for `../our-firm`. */
const nameOf = (path: string) => {
  const name = basename(path)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  return /^[a-z][a-z0-9]{1,15}$/.test(name)
    ? name
    : refuse(
        `${basename(path)}: 应含 2 到 16 个字母或数字，以字母开头 (a folder’s name has 2 to 16 letters or digits, the first a letter)`,
      )
}

/** Creates the folder of an extension, which declares nothing yet. */
export const newExtension = async ({ path, label, english = readable(basename(path)) }: NewExtension) => {
  if (existsSync(path) && readdirSync(path).length > 0)
    refuse(`${path}: 已存在且不为空 (exists and is not empty, and nothing was written)`)
  const name = nameOf(path)
  const shown = requireChinese(label ?? '本所')
  const folder = {
    path,
    created: new Map<string, string>(),
    texts: new Map([[shown, english]]),
    sources: openSources(),
  }
  createFile(folder, 'index.ts', indexCode(name, shown))
  createFile(folder, 'tsconfig.json', JSON.stringify(typeConfig(relative(path, root) || '.')))
  return writeFolder(folder)
}

import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, resolve, sep } from 'node:path'

import { ExtensionError, root } from './folders.ts'

/** The only files of the product that an extension may import, by the name that it imports. */
const entries: Readonly<Record<string, string>> = {
  'tenant-admin/extend': join(root, 'extend/index.ts'),
  'tenant-admin/extend/server': join(root, 'extend/server.ts'),
  'tenant-admin/extend/test': join(root, 'extend/test.ts'),
}

/** What the product brings comes from the product, since there may be only one React and one zod in a page. */
const ownPackages = () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return new Set(Object.keys({ ...dependencies, ...devDependencies }))
}

const packageOf = (specifier: string) => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]

const isWithin = (folder: string, file: string) => file === folder || file.startsWith(folder + sep)

/** Where an import of an extension is found: a file, a package of the product, or as usual. */
type Target = { file: string } | { ofProduct: true } | { asUsual: true }

/**
 * Decides on an import by a file of an extension; undefined for other files. Throws for whatever else of the product an
 * extension imports, and for the server's part in a page.
 */
export const importRules = (folders: readonly string[], half: 'client' | 'server' | 'both') => {
  const packages = ownPackages()
  const refuse = (importer: string, specifier: string, reason: string): never => {
    throw new ExtensionError(`${importer}: 不能导入 ${specifier}：${reason}`)
  }
  return (specifier: string, importer: string): Target | undefined => {
    const folder = folders.find(it => isWithin(it, importer))
    if (folder === undefined || isBuiltin(specifier)) return undefined
    if (specifier.startsWith('.') || specifier.startsWith('/')) {
      const file = resolve(dirname(importer), specifier)
      if (isWithin(folder, file)) return { asUsual: true }
      return refuse(
        importer,
        specifier,
        '扩展只能导入自己的文件、程序包和 tenant-admin/extend (an extension may import its own files, packages and tenant-admin/extend)',
      )
    }
    const file = entries[specifier]
    if (specifier === 'tenant-admin/extend/server' && half === 'client')
      refuse(
        importer,
        specifier,
        '服务端的代码不能用在页面里 (the code of the server cannot be used in a page)',
      )
    if (specifier === 'tenant-admin/extend/test' && half !== 'both')
      refuse(importer, specifier, '只能用在测试里 (can be used in tests only)')
    if (file !== undefined) return { file }
    if (packageOf(specifier) === 'tenant-admin')
      refuse(
        importer,
        specifier,
        `只有 ${Object.keys(entries).join(' 和 ')} 可以导入 (nothing else of the product may be imported)`,
      )
    return packages.has(packageOf(specifier)) ? { ofProduct: true } : { asUsual: true }
  }
}

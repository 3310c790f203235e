import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of the product. */
export const root = join(import.meta.dirname, '../..')

/** A mistake of whoever writes an extension; it is printed without a stack. */
export class ExtensionError extends Error {}

/**
 * The folders that `EXTENSIONS` names, separated by commas, relative to the product's own folder. Throws if one is missing or
 * declares nothing.
 */
export const foldersOf = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map(it => it.trim())
    .filter(it => it !== '')
    .map(name => {
      const folder = resolve(root, name)
      if (!existsSync(folder))
        throw new ExtensionError(`EXTENSIONS: 没有文件夹 ${folder} (there is no such folder)`)
      if (!existsSync(join(folder, 'index.ts')))
        throw new ExtensionError(
          `${folder}: 缺少 index.ts，其中应以 defineExtension 声明扩展 (index.ts is missing, which declares the extension)`,
        )
      return realpathSync(folder)
    })

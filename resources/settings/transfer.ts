import { change } from '../domain/change.ts'
import { file, flag, nothing, post, sentence, version } from '../kit/index.ts'

import { z } from 'zod'

// The whole configuration as one JSON file: what a caller may see of it, without secrets. What is imported is checked by
// the schemas of the pages, shown as differences, and applied as far as the caller may change it.

export const transferFormat = 'tenant-admin/configuration'

const part = z.object({
  name: z.string(),
  label: sentence(),
  /** What `versions` has to say when it is applied: of what was compared. */
  version: z.int(),
  /** 0: not the caller's to change, or switched off; it stays as it is. */
  mayApply: flag,
  differences: z.array(change),
})

const importInput = () =>
  z.strictObject({
    content: z.string({ error: '请选择配置文件' }).max(700_000, { error: '配置文件过大', abort: true }),
    /** 0 only compares. */
    apply: flag.default(0),
    versions: z.record(z.string().max(30), version).optional(),
  })

export const transferCalls = {
  export: post(
    '/firmConf/export',
    'conf.view',
    () => nothing,
    () => file,
    { isAddition: true },
  ),
  /** Answers the parts that differ; with `apply` they are changed, all of them or none. */
  import: post(
    '/firmConf/import',
    'conf.view',
    importInput,
    () => z.object({ parts: z.array(part), applied: z.array(z.string()) }),
    { isAddition: true },
  ),
}

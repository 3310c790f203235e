import { fieldChange } from '../domain/change.ts'
import { fileAnswer, flag, emptyInput, postCall, sentence, version } from '../kit/index.ts'

import { z } from 'zod'

// Export and import of the whole configuration as one JSON file, limited to what the caller may see and without
// secrets. An import is checked by the schemas of the pages, shown as differences, and applied as far as the caller
// may change the parts.

export const transferFormat = 'tenant-admin/configuration'

const part = z.object({
  name: z.string(),
  label: sentence(),
  /** The compared version, which the applying call must repeat in `versions`. */
  version: z.int(),
  /** 0 if the caller may not change the part, or its switch is off; the part then stays as it is. */
  mayApply: flag,
  differences: z.array(fieldChange),
})

const importInput = () =>
  z.strictObject({
    content: z.string({ error: '请选择配置文件' }).max(700_000, { error: '配置文件过大', abort: true }),
    /** 0 only compares. */
    apply: flag.default(0),
    versions: z.record(z.string().max(30), version).optional(),
  })

export const transferCalls = {
  export: postCall(
    '/firmConf/export',
    'conf.view',
    () => emptyInput,
    () => fileAnswer,
    { isAddition: true },
  ),
  /** Answers the parts that differ. With `apply` they are changed, all of them or none. */
  import: postCall(
    '/firmConf/import',
    'conf.view',
    importInput,
    () => z.object({ parts: z.array(part), applied: z.array(z.string()) }),
    { isAddition: true },
  ),
}

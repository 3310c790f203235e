import { z } from 'zod'

import { get, nothing, put, version } from '../kit/index.ts'
import { isLocale } from '../locales/locales.ts'

// A firm's own texts in a language, over those that the product brings: a JSON file, Chinese text to the text of the
// language, taken as it is. All of it is an addition to the specification.

const ownLocale = z
  .string()
  .max(5, { error: '没有这种语言', abort: true })
  .refine(it => isLocale(it) && it !== 'zh-CN', '没有这种语言')
/** The file as it is: JSON, Chinese text to the text of the language, which is empty where it is not translated yet. */
const content = z.string({ error: '请选择译文文件' }).max(900_000, '译文文件不能超过90万个字')

const catalogue = z.object({
  locale: z.string(),
  /** How many of the product's texts it has, and how many of those before signing in. */
  count: z.int(),
  version: z.int(),
  updatedAt: z.string(),
  updatedByName: z.string().nullable(),
})

export const languages = {
  name: 'languages',
  calls: {
    list: get(
      '/firm/language/list',
      'conf.view',
      () => nothing,
      () => z.object({ catalogues: z.array(catalogue) }),
      { isAddition: true, feature: 'setting.language' },
    ),
    /** Before anybody has signed in those of the sign-in page alone are needed. */
    texts: get(
      '/firm/language',
      'public',
      () => z.strictObject({ locale: ownLocale, part: z.enum(['entrance', 'app']) }),
      () => z.object({ texts: z.record(z.string(), z.string()) }),
      { isAddition: true },
    ),
    /** Replaces all texts of the language; without any, the product's own are shown again. */
    update: put(
      '/firm/language',
      'setting.edit',
      () => z.strictObject({ locale: ownLocale, content, version }),
      () => catalogue,
      { isAddition: true, feature: 'setting.language' },
    ),
  },
}

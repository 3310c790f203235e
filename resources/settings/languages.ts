import { z } from 'zod'

import { getCall, emptyInput, putCall, version } from '../kit/index.ts'
import { isLocale } from '../locales/locales.ts'

// A firm's own translations, which replace those of the product: a JSON file with the translation of each Chinese
// text. All calls are additions to the specification.

const ownLocale = z
  .string()
  .max(5, { error: '没有这种语言', abort: true })
  .refine(it => isLocale(it) && it !== 'zh-CN', '没有这种语言')
/** The content of the file: JSON with the translation of each Chinese text, empty if it is not translated yet. */
const content = z.string({ error: '请选择译文文件' }).max(900_000, '译文文件不能超过90万个字')

const catalogue = z.object({
  locale: z.string(),
  /** Number of translated texts, in total and on the sign-in page. */
  count: z.int(),
  version: z.int(),
  updatedAt: z.string(),
  updatedByName: z.string().nullable(),
})

export const languages = {
  name: 'languages',
  calls: {
    list: getCall(
      '/firm/language/list',
      'conf.view',
      () => emptyInput,
      () => z.object({ catalogues: z.array(catalogue) }),
      { isAddition: true, feature: 'setting.operator.language' },
    ),
    /** The texts of a language. Before sign-in only those of the sign-in page are needed. */
    texts: getCall(
      '/firm/language',
      'public',
      () => z.strictObject({ locale: ownLocale, part: z.enum(['entrance', 'app']) }),
      () => z.object({ texts: z.record(z.string(), z.string()) }),
      { isAddition: true },
    ),
    /** Replaces all own texts of a language. An empty file restores the product's texts. */
    update: putCall(
      '/firm/language',
      'setting.edit',
      () => z.strictObject({ locale: ownLocale, content, version }),
      () => catalogue,
      { isAddition: true, feature: 'setting.operator.language' },
    ),
  },
}

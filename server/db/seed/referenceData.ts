import { z } from 'zod'

import categoryRows from './referenceData/categories.json' with { type: 'json' }
import positionRows from './referenceData/positions.json' with { type: 'json' }
import officialProfessionRows from './referenceData/professions.json' with { type: 'json' }
import selfProfessionRows from './referenceData/selfProfessions.json' with { type: 'json' }
import { categorySchema } from './schema/article.ts'
import { boundedText } from './schema/fields.ts'
import { positionSchema, selfProfessionSchema } from './schema/firm.ts'

// The initial data of every new firm (docs/domain.md §7).

const profession = z.strictObject({
  code: z.string().regex(/^\d{2,6}$/),
  name: boundedText(20),
  nameEn: boundedText(60),
})

export const referencePositions = z.array(positionSchema).parse(positionRows)

/** The nine specialties of the ministry's 2019 pilot; the second level is this product's. */
export const referenceOfficialProfessions = z
  .array(profession.extend({ children: z.array(profession) }))
  .parse(officialProfessionRows)

export const referenceSelfProfessions = z.array(selfProfessionSchema).parse(selfProfessionRows)

/** kind: 1 工作动态 2 原创文章 3 典型案例 4 视频 */
export const referenceCategories = z.array(categorySchema).parse(categoryRows)

import { z } from 'zod'

import categoryRows from './referenceData/categories.json' with { type: 'json' }
import positionRows from './referenceData/positions.json' with { type: 'json' }
import officialProfessionRows from './referenceData/professions.json' with { type: 'json' }
import selfProfessionRows from './referenceData/selfProfessions.json' with { type: 'json' }
import { category } from './schema/article.ts'
import { text } from './schema/fields.ts'
import { position, selfProfession } from './schema/firm.ts'

// What every new firm starts with (domain.md §7).

const profession = z.strictObject({
  code: z.string().regex(/^\d{2,6}$/),
  name: text(20),
  nameEn: text(60),
})

export const referencePositions = z.array(position).parse(positionRows)

/** The nine specialties of the ministry's 2019 pilot; the second level is ours. */
export const referenceOfficialProfessions = z
  .array(profession.extend({ children: z.array(profession) }))
  .parse(officialProfessionRows)

export const referenceSelfProfessions = z.array(selfProfession).parse(selfProfessionRows)

/** kind: 1 工作动态 2 原创文章 3 典型案例 4 视频 */
export const referenceCategories = z.array(category).parse(categoryRows)

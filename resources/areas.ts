import { getCall, emptyInput } from './kit/index.ts'

import { z } from 'zod'

// The administrative areas of China: public, the same for every firm, and cached by the client (docs/domain.md §3.10).
// Codes have 6 digits (GB/T 2260). Taiwan, Hong Kong and Macau have no lower levels.

const code = z.string({ error: '请选择地区' }).regex(/^\d{6}$/, '请选择地区')

const area = z.object({
  code: z.string(),
  name: z.string(),
  parentCode: z.string().nullable(),
  /** 1 省, 2 市, 3 区县. */
  level: z.literal([1, 2, 3]),
  pinyin: z.string(),
})

const branch = area.pick({ code: true, name: true, pinyin: true })
const city = branch.extend({ children: z.array(branch) })
const province = branch.extend({ children: z.array(city) })

const calls = {
  /** The areas directly inside an area; `parentId` 0 answers the provinces. */
  city: getCall(
    '/system/city/{parentId}',
    'public',
    () => z.strictObject({ parentId: z.string().regex(/^(0|\d{6})$/, '请选择地区') }),
    () => z.array(area),
  ),
  area: getCall(
    '/system/area',
    'public',
    () => emptyInput,
    () => z.object({ version: z.string(), tree: z.array(province) }),
  ),
  provinceList: getCall(
    '/area/provinceList',
    'public',
    () => emptyInput,
    () => z.array(area),
  ),
  cityList: getCall(
    '/area/cityList',
    'public',
    () => z.strictObject({ provinceCode: code }),
    () => z.array(area),
  ),
  districtList: getCall(
    '/area/districtList',
    'public',
    () => z.strictObject({ cityCode: code }),
    () => z.array(area),
  ),
  /** The area with all areas around it, the province first. */
  areaById: getCall(
    '/area/areaById',
    'public',
    () => z.strictObject({ code }),
    () => z.object({ path: z.array(area) }),
  ),
}

export const areas = { name: 'areas', calls }

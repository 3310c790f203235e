import type { areas as resource } from '../../../resources/areas.ts'
import { type Area, allAreas, areasVersion } from '../../db/places/areas.ts'
import type { Handlers } from '../../context/handlers.ts'
import { areaByCode, areaPath } from '../../services/directory/areas.ts'
import { notFound } from '../../context/apiError.ts'

// The areas of China are a part of the program: read from it, never from the database.
const children = Map.groupBy(allAreas, it => it.parentCode)

const shown = ({ parentCode, ...area }: Area) => ({
  ...area,
  parentCode: parentCode === '0' ? null : parentCode,
})

const inside = (code: string) => (children.get(code) ?? []).map(shown)

const branches = (code: string) =>
  (children.get(code) ?? []).map(({ code: own, name, pinyin }) => ({ code: own, name, pinyin }))

const tree = branches('0').map(province => ({
  ...province,
  children: branches(province.code).map(city => ({ ...city, children: branches(city.code) })),
}))

/** Only of the level asked for: a city's code among provinces answers nothing. */
const below = (code: string, level: Area['level']) =>
  areaByCode.get(code)?.level === level ? inside(code) : []

export const areaHandlers: Handlers<typeof resource.calls> = {
  city: async ({ parentId }) => inside(parentId),
  area: async () => ({ version: areasVersion, tree }),
  provinceList: async () => inside('0'),
  cityList: async ({ provinceCode }) => below(provinceCode, 1),
  districtList: async ({ cityCode }) => below(cityCode, 2),
  areaById: async ({ code }) => {
    const path = areaPath(code).map(shown)
    if (path.length === 0) throw notFound()
    return { path }
  },
}

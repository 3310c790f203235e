import type { areas as resource } from '../../../resources/areas.ts'
import { type Area, allAreas, areasVersion } from '../../db/places/areas.ts'
import type { Handlers } from '../../context/handlers.ts'
import { areaByCode, areaPath } from '../../services/directory/areas.ts'
import { notFound } from '../../context/apiError.ts'

// The areas of China are part of the program and not read from the database.
const children = Map.groupBy(allAreas, it => it.parentCode)

const areaAnswer = ({ parentCode, ...area }: Area) => ({
  ...area,
  parentCode: parentCode === '0' ? null : parentCode,
})

const childrenOf = (code: string) => (children.get(code) ?? []).map(areaAnswer)

const treeChildren = (code: string) =>
  (children.get(code) ?? []).map(({ code: childCode, name, pinyin }) => ({ code: childCode, name, pinyin }))

const tree = treeChildren('0').map(province => ({
  ...province,
  children: treeChildren(province.code).map(city => ({ ...city, children: treeChildren(city.code) })),
}))

/** Only children of an area of the expected level: a city's code in place of a province's gives nothing. */
const childrenOfLevel = (code: string, level: Area['level']) =>
  areaByCode.get(code)?.level === level ? childrenOf(code) : []

export const areaHandlers: Handlers<typeof resource.calls> = {
  city: async ({ parentId }) => childrenOf(parentId),
  area: async () => ({ version: areasVersion, tree }),
  provinceList: async () => childrenOf('0'),
  cityList: async ({ provinceCode }) => childrenOfLevel(provinceCode, 1),
  districtList: async ({ cityCode }) => childrenOfLevel(cityCode, 2),
  areaById: async ({ code }) => {
    const path = areaPath(code).map(areaAnswer)
    if (path.length === 0) throw notFound()
    return { path }
  },
}

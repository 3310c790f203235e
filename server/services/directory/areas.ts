import { type Area, allAreas } from '../../db/places/areas.ts'

export const areaByCode: ReadonlyMap<string, Area> = new Map(allAreas.map(area => [area.code, area]))

/** An area with the areas that contain it, the province first; empty for an unknown code. */
export const areaPath = (code: string): Area[] => {
  const area = areaByCode.get(code)
  return area ? [...areaPath(area.parentCode), area] : []
}

/**
 * The codes of an office's area, given the innermost code: a district, or a province without districts (台港澳).
 * Null for a code that is unknown or not innermost.
 */
export const officePlaceOf = (districtCode: string) => {
  const path = areaPath(districtCode)
  const [province, city] = path
  if (!province || (path.length < 3 && allAreas.some(it => it.parentCode === districtCode))) return null
  return { provinceCode: province.code, cityCode: city?.code ?? province.code, districtCode }
}

// Rows of the official list that people do not name as a place.
const isFiller = (name: string) => /^(市辖区|县|(省|自治区)直辖县级行政区划)$/.test(name)

/** 上海市/浦东新区: a municipality, which is both province and city, is named once. */
export const areaNameOf = (districtCode: string) => {
  const names = areaPath(districtCode).map(it => it.name)
  return names.filter((name, index) => name !== names[index - 1] && !isFiller(name)).join('/')
}

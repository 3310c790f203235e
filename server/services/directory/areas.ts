import { type Area, allAreas } from '../../db/places/areas.ts'

export const areaByCode: ReadonlyMap<string, Area> = new Map(allAreas.map(area => [area.code, area]))

/** An area with all that it lies in, the province first; empty for an unknown code. */
export const lineage = (code: string): Area[] => {
  const area = areaByCode.get(code)
  return area ? [...lineage(area.parentCode), area] : []
}

/**
 * The codes of an office's area, read from the innermost one: a district, or a province without any (台港澳). Null for a
 * code that is unknown or not innermost.
 */
export const placeOf = (districtCode: string) => {
  const path = lineage(districtCode)
  const [province, city] = path
  if (!province || (path.length < 3 && allAreas.some(it => it.parentCode === districtCode))) return null
  return { provinceCode: province.code, cityCode: city?.code ?? province.code, districtCode }
}

// Rows of the official list that are no place a person would name.
const isFiller = (name: string) => /^(市辖区|县|(省|自治区)直辖县级行政区划)$/.test(name)

/** 上海市/浦东新区: a municipality is said once. */
export const areaNameOf = (districtCode: string) => {
  const names = lineage(districtCode).map(it => it.name)
  return names.filter((name, index) => name !== names[index - 1] && !isFiller(name)).join('/')
}

import { isSameAsProvince, usePlacesInside } from '../../fields/area/useAreas.ts'
import type { PreviewLanguage } from '../phone/look.ts'
import { miniTextsIn } from '../parts/miniParts.tsx'
import type { PhoneScreen } from '../phone/Phone.tsx'

import './miniHome.css'
import './miniPages.css'

type Office = { organizationId: number; name: string; isMain: boolean; cityCode: string }
type Props = { offices: readonly Office[]; isByCity: boolean; language: PreviewLanguage }

/**
 * Name of a city by its code, whose first two digits are the code of the province. A municipality is its own city.
 */
const useCityName = (code: string) => {
  const provinceCode = /^\d{6}$/.test(code) ? `${code.slice(0, 2)}0000` : ''
  const province = usePlacesInside(provinceCode && '0').find(it => it.code === provinceCode)
  const city = usePlacesInside(provinceCode).find(it => it.code === code)
  return (province && (!city || isSameAsProvince(province, city)) ? province : city)?.name ?? ''
}

const OfficeList = ({ offices, language }: Omit<Props, 'isByCity'>) => (
  <ul className="mini-list">
    {offices.map(({ organizationId, name, isMain }) => (
      <li key={organizationId} className="mini-office">
        <span className="mini-cover" aria-hidden />
        <span>
          {name}
          {isMain && <small>{miniTextsIn(language).mainOffice}</small>}
        </span>
      </li>
    ))}
  </ul>
)

const CityOffices = ({ code, ...list }: Omit<Props, 'isByCity'> & { code: string }) => (
  <section className="mini-section">
    <div className="mini-form-title">{useCityName(code) || miniTextsIn(list.language).otherCities}</div>
    <OfficeList {...list} />
  </section>
)

const OfficesContent = ({ offices, isByCity, language }: Props) => {
  const cities = Map.groupBy(offices, it => it.cityCode)
  return (
    <div className="mini">
      {offices.length === 0 && <p className="mini-foot">{miniTextsIn(language).nothing}</p>}
      {isByCity ? (
        [...cities].map(([code, members]) => (
          <CityOffices key={code} code={code} offices={members} language={language} />
        ))
      ) : (
        <section className="mini-section">
          <OfficeList offices={offices} language={language} />
        </section>
      )}
    </div>
  )
}

/** Screen with the firm's offices. */
export const officesScreen = (title: string, props: Props): PhoneScreen => ({
  title,
  content: <OfficesContent {...props} />,
})

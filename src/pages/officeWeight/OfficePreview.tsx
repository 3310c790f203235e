import { useSession } from '../../shell/sessionContext.ts'
import { officesScreen } from '../../preview/MiniOffices.tsx'
import { PhonePreview } from '../../preview/PhonePreview.tsx'
import { type SortOrder, type OpenOffices, ordered } from './sortOrder.ts'

type Props = { sortOrder: SortOrder; openOffices: OpenOffices }

/** What visitors of the mini-program will see: open offices that are not hidden, in the order on the left. */
export const OfficePreview = ({ sortOrder, openOffices }: Props) => {
  const { firm } = useSession().conf
  const offices = ordered(sortOrder, openOffices).flatMap(({ organizationId, name, showStatus }) => {
    const open = openOffices.get(organizationId)
    return open && showStatus === 1
      ? [{ organizationId, name, isMain: open.isMain === 1, cityCode: open.cityCode }]
      : []
  })
  return (
    <PhonePreview
      screen={({ language }) =>
        officesScreen(firm.shortName || firm.name, {
          offices,
          isByCity: sortOrder.groupByCity === 1,
          language,
        })
      }
    />
  )
}

import { useNameReadings } from '../../fields/text/useNameReadings.ts'
import { useSession } from '../../session/sessionContext.ts'
import { officesScreen } from '../../preview/screens/MiniOffices.tsx'
import { PhonePreview } from '../../preview/phone/PhonePreview.tsx'
import { type SortOrder, type OpenOffices, sortOffices } from './sortOrder.ts'

type Props = { sortOrder: SortOrder; openOffices: OpenOffices }

/** Preview of the list in the mini-program: open offices that are not hidden, in the edited order. */
export const OfficePreview = ({ sortOrder, openOffices }: Props) => {
  const names = useNameReadings()
  const { firm } = useSession().conf
  const offices = sortOffices(sortOrder, openOffices, names).flatMap(
    ({ organizationId, name, showStatus }) => {
      const open = openOffices.get(organizationId)
      return open && showStatus === 1
        ? [{ organizationId, name, isMain: open.isMain === 1, cityCode: open.cityCode }]
        : []
    },
  )
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

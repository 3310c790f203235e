import { useDataProvider } from 'ra-core'
import { useQuery } from '@tanstack/react-query'

import type { Choice as Offered } from '../../../providers/choices.ts'
import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { offices } from '../../../resources/offices/index.ts'
import { useSession } from '../../shell/sessionContext.ts'
import { FormSkeleton } from '../../shell/FormSkeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import type { NamedChoice } from '../../grid/cellShapes.ts'
import { NewPeople } from './NewPeople.tsx'

/** Administrators of a branch make accounts there only (domain.md §1). */
const isBoundTo = (officeLevel: number | null) => officeLevel === 3 || officeLevel === 4

const choiceFrom = ({ id, name, pinyin, record: { shortName } }: Offered): NamedChoice => ({
  id,
  name,
  ...(pinyin !== undefined && { pinyin }),
  ...(typeof shortName === 'string' && { shortName }),
})

/** 创建账号: several people at once, in a grid. */
export const LawyerCreate = () => {
  const { self } = useSession()
  const { choices } = useDataProvider<AdminDataProvider>()
  const query = useQuery({
    queryKey: [offices.name, 'choices', ''],
    queryFn: ({ signal }) => choices(offices.name, { signal }),
    select: ({ data }) =>
      data
        .filter(({ id }) => !isBoundTo(self.officeLevel) || id === self.organizationId)
        .map(office => choiceFrom(office)),
  })
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {mine => <NewPeople offices={mine} />}
    </Loaded>
  )
}

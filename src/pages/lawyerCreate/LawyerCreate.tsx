import { useDataProvider } from 'ra-core'
import { useQuery } from '@tanstack/react-query'

import type { Choice as Offered } from '../../../providers/choices.ts'
import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { offices } from '../../../resources/offices/index.ts'
import { useSession } from '../../session/sessionContext.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import type { NamedChoice } from '../../grid/table/cellShapes.ts'
import { NewPeople } from './NewPeople.tsx'

/** Branch administrators create accounts in their own branch only (docs/domain.md §1). */
const isBranchAdmin = (officeLevel: number | null) => officeLevel === 3 || officeLevel === 4

const officeChoice = ({ id, name, pinyin, record: { shortName } }: Offered): NamedChoice => ({
  id,
  name,
  ...(pinyin !== undefined && { pinyin }),
  ...(typeof shortName === 'string' && { shortName }),
})

/** Page 创建账号: creates several accounts in a grid. */
export const LawyerCreate = () => {
  const { self } = useSession()
  const { choices } = useDataProvider<AdminDataProvider>()
  const query = useQuery({
    queryKey: [offices.name, 'choices', ''],
    queryFn: ({ signal }) => choices(offices.name, { signal }),
    select: ({ data }) =>
      data
        .filter(({ id }) => !isBranchAdmin(self.officeLevel) || id === self.organizationId)
        .map(office => officeChoice(office)),
  })
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {mine => <NewPeople offices={mine} />}
    </Loaded>
  )
}

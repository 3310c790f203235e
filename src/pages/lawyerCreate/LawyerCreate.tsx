import { useDataProvider } from 'ra-core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Choice as Offered } from '../../../providers/choices.ts'
import type { AdminDataProvider } from '../../../providers/dataProvider.ts'
import { offices } from '../../../resources/offices/index.ts'
import { useSession } from '../../shell/sessionContext.ts'
import { FormSkeleton } from '../../shell/FormSkeleton.tsx'
import { ErrorState } from '../../shell/states.tsx'
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
  const { data, error, refetch } = useQuery({
    queryKey: [offices.name, 'choices', ''],
    queryFn: ({ signal }) => choices(offices.name, { signal }),
  })
  const mine = useMemo(() => {
    const all = (data?.data ?? []).map(choiceFrom)
    return isBoundTo(self.officeLevel) ? all.filter(office => office.id === self.organizationId) : all
  }, [data, self])
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <FormSkeleton />
  return <NewPeople offices={mine} />
}

import { useDataProvider } from 'ra-core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { AdminDataProvider, Choice as Offered } from '../../../providers/dataProvider.ts'
import { offices } from '../../../resources/offices/index.ts'
import { useShell } from '../../layout/shell.ts'
import { ErrorState } from '../../views/states.tsx'
import type { Choice } from './columns.ts'
import { NewPeople } from './NewPeople.tsx'

import '../../views/views.css'
import '../../fields/fields.css'
import './lawyerCreate.css'

/** Administrators of a branch make accounts there only (domain.md §1). */
const isBoundTo = (officeLevel: number | null) => officeLevel === 3 || officeLevel === 4

const choiceFrom = ({ id, name, pinyin, record: { shortName } }: Offered): Choice => ({
  id,
  name,
  ...(pinyin !== undefined && { pinyin }),
  ...(typeof shortName === 'string' && { shortName }),
})

/** 创建账号: several people at once, in a grid. */
export const LawyerCreate = () => {
  const { self } = useShell()
  const { choices } = useDataProvider<AdminDataProvider>()
  const { data, error, refetch } = useQuery({
    queryKey: [offices.name, 'choices', ''],
    queryFn: ({ signal }) => choices(offices.name, { signal }),
  })
  const mine = useMemo(() => {
    const all = (data?.data ?? []).map(choiceFrom)
    return isBoundTo(self.officeLevel) ? all.filter(it => it.id === self.organizationId) : all
  }, [data, self])
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <div className="form-skeleton" role="status" aria-label="加载中" />
  return <NewPeople offices={mine} />
}

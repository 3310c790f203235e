import { useTranslate } from 'ra-core'
import { useMemo, useRef, useState } from 'react'

import type { NamedChoice } from '../../grid/cellShapes.ts'
import { emptyCells } from '../../grid/columns.ts'
import { GridPage } from '../../grid/GridPage.tsx'
import { useBatch } from '../../grid/useBatch.ts'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { useShownLanguage } from '../../shell/language/useLanguage.ts'
import { CreatedPeople } from './CreatedPeople.tsx'
import { emptyPerson, peopleColumns } from './peopleColumns.ts'
import { useCreate } from './useCreate.ts'
import { useCreated } from './useCreated.ts'
import { usePeopleWords } from './usePeopleWords.ts'

type GuardProps = { hasRows: boolean; hasSecrets: boolean; onLeave: () => void }

const Guard = ({ hasRows, hasSecrets, onLeave }: GuardProps) => {
  const translate = useTranslate()
  return hasSecrets ? (
    <LeaveGuard
      isChanged
      onLeave={onLeave}
      title={translate('初始密码还没有复制')}
      text={translate('离开后不能再次查看这些初始密码，只能逐个重置。')}
    />
  ) : (
    <LeaveGuard isChanged={hasRows} onLeave={onLeave} />
  )
}

/** The grid of new accounts, and those that were made from it. */
export const NewPeople = ({ offices }: { offices: readonly NamedChoice[] }) => {
  const language = useShownLanguage()
  const { translate } = language
  const table = useRef<HTMLTableElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const created = useCreated()
  const columns = useMemo(() => peopleColumns(offices, language), [offices, language])
  // In the language it was begun in, as its rows are: in another one they would be no blank ones.
  const [empty] = useState(() =>
    emptyCells(columns, emptyPerson(offices.length === 1 ? offices[0]!.name : '', translate)),
  )
  const batch = useBatch(columns, empty, {
    sending: useCreate(columns),
    onMade: created.add,
    isAllOnly: false,
    table,
    result,
  })
  return (
    <GridPage
      batch={batch}
      words={usePeopleWords()}
      table={table}
      result={result}
      hint={translate('初始密码由系统生成，只在创建后显示一次，或按律所的设置用短信发给本人。')}
      guard={
        <Guard
          hasRows={batch.grid.filled.length > 0}
          hasSecrets={created.hasSecrets}
          onLeave={batch.draft.forget}
        />
      }
    >
      {created.people.length > 0 && (
        <CreatedPeople
          people={created.people}
          batchIds={created.batchIds}
          onCopied={created.markCopied}
          onClose={created.close}
        />
      )}
    </GridPage>
  )
}

import { useTranslate } from 'ra-core'
import { useMemo, useRef, useState } from 'react'

import type { NamedChoice } from '../../grid/table/cellShapes.ts'
import { emptyCells } from '../../grid/columns.ts'
import { GridPage } from '../../grid/GridPage.tsx'
import { useBatch } from '../../grid/useBatch.ts'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { CreatedPeople } from '../../grid/created/CreatedPeople.tsx'
import { KnownPeople } from './KnownPeople.tsx'
import { initialPersonTexts, peopleColumns } from './peopleColumns.ts'
import { type CreatePeopleOutcome, useCreateSender } from './useCreate.ts'
import { useCreatedPeople } from '../../grid/created/useCreatedPeople.ts'
import { useKnownDecisions } from './useKnownDecisions.ts'
import { usePeopleTexts } from './usePeopleWords.ts'

type GuardProps = { hasRows: boolean; hasSecrets: boolean; onLeave: () => void; onDiscard: () => void }

const CreateGuard = ({ hasRows, hasSecrets, ...leaving }: GuardProps) => {
  const translate = useTranslate()
  return hasSecrets ? (
    <LeaveGuard
      isChanged
      onLeave={leaving.onLeave}
      title={translate('初始密码还没有复制')}
      text={translate('离开后不能再次查看这些初始密码，只能逐个重置。')}
    />
  ) : (
    <LeaveGuard isChanged={hasRows} {...leaving} />
  )
}

/** Grid of new accounts, with the list of created people above it. */
export const NewPeople = ({ offices }: { offices: readonly NamedChoice[] }) => {
  const language = useShownLanguage()
  const { translate } = language
  const table = useRef<HTMLTableElement>(null)
  const result = useRef<HTMLDivElement>(null)
  const created = useCreatedPeople()
  const columns = useMemo(() => peopleColumns(offices, language), [offices, language])
  // Fixed in the language in which the grid was opened: blank rows are recognised by these texts.
  const [empty] = useState(() =>
    emptyCells(columns, initialPersonTexts(offices.length === 1 ? offices[0]!.name : '', translate)),
  )
  const decisions = useKnownDecisions()
  const sender = useCreateSender(columns, decisions.isNew)
  const batch = useBatch(columns, empty, {
    sending: {
      ...sender,
      send: async (rows, how) => {
        const outcome = await sender.send(rows, how)
        decisions.find(rows, outcome.known)
        return outcome
      },
    },
    onMade: (outcome: CreatePeopleOutcome) => created.add(outcome),
    isAllOnly: false,
    table,
    result,
  })
  return (
    <GridPage
      batch={batch}
      words={usePeopleTexts()}
      table={table}
      result={result}
      hint={translate('初始密码由系统生成，只在创建后显示一次，或按律所的设置用短信发给本人。')}
      guard={
        <CreateGuard
          hasRows={batch.grid.filled.length > 0}
          hasSecrets={created.hasSecrets}
          onLeave={batch.draft.keep}
          onDiscard={batch.draft.forget}
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
      <KnownPeople batch={batch} decisions={decisions} />
    </GridPage>
  )
}

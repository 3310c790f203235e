import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'

import { isPlain } from '../../resources/kit/objects.ts'
import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { Cell } from '../fields/kinds.tsx'
import { FormSkeleton } from '../layout/FormSkeleton.tsx'
import { PageTitle } from '../layout/pageSlots.tsx'
import { useTranslate } from '../i18n/useTranslate.ts'

import '../fields/inputs.css'
import '../views/form.css'

/** So many sections fill a screen until the record is there. */
const inSight = 2

/** The row of the record that the address names, as a list has shown it. */
const useKnownRow = (resource: string) => {
  const { id } = useParams()
  return useQueryClient()
    .getQueriesData<{ data: readonly AnyRecord[] }>({ queryKey: [resource, 'getList'] })
    .flatMap(([, page]) => page?.data ?? [])
    .find(row => isPlain(row) && String(row.id) === id)
}

type Props = {
  resource: AnyResource
  /** Title to field names, as the record will be drawn; otherwise as it is shown. */
  sections?: Readonly<Record<string, readonly string[]>>
  titleOf?: (title: string) => string
}

/** What a list knows of a record, to be read until the record itself is there. */
export const KnownRecord = ({ resource, sections = resource.show, titleOf = it => it }: Props) => {
  const translate = useTranslate()
  const row = useKnownRow(resource.name)
  if (!row) return <FormSkeleton />
  return (
    <div className="form-grid" role="status" aria-label={translate('加载中')} aria-busy>
      <PageTitle>{titleOf(String(row[resource.title] ?? row.id))}</PageTitle>
      <div className="form-column">
        {Object.entries(sections)
          .slice(0, inSight)
          .map(([title, names]) => (
            <section key={title} className="form-section">
              <h2>{translate(title)}</h2>
              {names.map(name => (
                <div key={name} className="field">
                  <div className="field-head">
                    <span className="field-label">{resource.fields[name]!.label}</span>
                  </div>
                  <div className="control known-value">
                    {name in row && <Cell field={resource.fields[name]!} value={row[name]} record={row} />}
                  </div>
                </div>
              ))}
            </section>
          ))}
      </div>
    </div>
  )
}

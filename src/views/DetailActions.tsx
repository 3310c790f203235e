import { Link } from 'react-router-dom'

import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { Popup } from '../actions/Popup.tsx'
import { isOffered, type NamedAction, useRights } from '../actions/useRights.ts'
import { PageActions } from '../layout/pageSlots.tsx'

type Props = {
  resource: AnyResource
  record: AnyRecord
  onAct: (action: NamedAction, records: readonly AnyRecord[]) => void
}

/** So many stand in the page header, the others in a menu. */
const most = 3

/** The actions of one record, in the page header. */
export const DetailActions = ({ resource, record, onAct }: Props) => {
  const { actionsOn, pagesOf } = useRights()
  const pages = pagesOf(resource)
  const offered = actionsOn(resource, 'detail').filter(it => isOffered(it, record))
  const shown = offered.length > most ? offered.slice(0, most - 1) : offered
  const rest = offered.slice(shown.length)
  if (offered.length === 0 && pages.length === 0) return null
  return (
    <PageActions>
      {pages.map(page => (
        <Link key={page.path} className="button" to={page.path.replace(':id', String(record.id))}>
          {page.title}
        </Link>
      ))}
      {shown.map(action => (
        <button
          key={action.name}
          type="button"
          className={action.isDanger ? 'button is-danger' : 'button'}
          onClick={() => onAct(action, [record])}
        >
          {action.label}
        </button>
      ))}
      {rest.length > 0 && (
        <Popup label="更多" isMenu>
          {close =>
            rest.map(action => (
              <button
                key={action.name}
                type="button"
                role="menuitem"
                className={action.isDanger ? 'popup-item is-danger' : 'popup-item'}
                onClick={() => {
                  close()
                  onAct(action, [record])
                }}
              >
                {action.label}
              </button>
            ))
          }
        </Popup>
      )}
    </PageActions>
  )
}

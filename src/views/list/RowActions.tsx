import { memo } from 'react'
import { Link } from 'react-router-dom'

import type { AnyRecord, Route } from '../../../resources/kit/index.ts'
import { Popup } from '../../actions/Popup.tsx'
import { isOffered, type NamedAction } from '../../actions/useRights.ts'

type Props = {
  record: AnyRecord
  title: string
  editPath: string | undefined
  pages: readonly Route[]
  actions: readonly NamedAction[]
  /** So many stand in the row, the others in a menu. */
  most: number
  onAct: (action: NamedAction, records: readonly AnyRecord[]) => void
}

/** What may be done with one record, as words. */
export const RowActions = memo(function RowActions(props: Props) {
  const { record, title, editPath, pages, actions, most, onAct } = props
  const offered = actions.filter(it => isOffered(it, record))
  const places = most - (editPath ? 1 : 0) - pages.length
  const isFew = offered.length <= places
  const inRow = isFew ? offered : offered.slice(0, Math.max(0, places - 1))
  const inMenu = isFew ? [] : offered.slice(inRow.length)
  const classOf = ({ isDanger }: NamedAction) => (isDanger ? 'row-action is-danger' : 'row-action')
  return (
    <div className="row-actions">
      {editPath && (
        <Link className="row-action" to={editPath} aria-label={`编辑${title}`}>
          编辑
        </Link>
      )}
      {pages.map(page => (
        <Link
          key={page.path}
          className="row-action"
          to={page.path.replace(':id', String(record.id))}
          aria-label={`${title}的${page.title}`}
        >
          {page.title}
        </Link>
      ))}
      {inRow.map(action => (
        <button
          key={action.name}
          type="button"
          className={classOf(action)}
          aria-label={`${action.label}${title}`}
          onClick={() => onAct(action, [record])}
        >
          {action.label}
        </button>
      ))}
      {inMenu.length > 0 && (
        <Popup label="更多" name={`${title}的更多操作`} className="row-action" isMenu>
          {close =>
            inMenu.map(action => (
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
    </div>
  )
})

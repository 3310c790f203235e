import { Link } from 'react-router-dom'

import type { AnyRecord, AnyResource } from '../../resources/kit/index.ts'
import { type OnAct, RecordActions } from '../actions/RecordActions.tsx'
import { useRights } from '../actions/useRights.ts'
import { useTranslate } from '../i18n/useTranslate.ts'
import { buttonClass } from '../layout/Button.tsx'
import { PageActions } from '../layout/pageSlots.tsx'
import { pathTo } from '../layout/paths.ts'

type Props = {
  resource: AnyResource
  record: AnyRecord
  /** Where it is read, the way to change it stands first. */
  view?: 'show' | 'edit'
  /** Null while the record is on its way: the buttons take their place, and cannot be pressed. */
  onAct: OnAct | null
}

const ignore = () => {}

/** The actions of one record, in the page header. */
export const DetailActions = ({ resource, record, view, onAct }: Props) => {
  const translate = useTranslate()
  const { actionsOn, pagesOf, mayEdit } = useRights()
  const ways = { pages: pagesOf(resource), actions: actionsOn(resource, 'detail'), onAct: onAct ?? ignore }
  const { edit } = resource.views
  const shown = (
    <>
      {view === 'show' && edit && mayEdit(resource, record) && (
        <Link className={buttonClass('primary')} to={pathTo(edit.path, record.id)}>
          {translate('编辑')}
        </Link>
      )}
      <RecordActions record={record} ways={ways} className="button" max={ways.pages.length + 2} />
    </>
  )
  return <PageActions>{onAct ? shown : <fieldset disabled>{shown}</fieldset>}</PageActions>
}

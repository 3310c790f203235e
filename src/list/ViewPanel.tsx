import { useListContext, useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'

import type { AnyEntity } from '../../resources/kit/index.ts'
import { isSame } from '../../resources/domain/sameness.ts'
import { useIme } from '../fields/useIme.ts'
import { Button } from '../shell/Button.tsx'
import type { Columns } from './columns.ts'
import { type ListView, viewSearch, useListViews } from './views.ts'

import './viewPanel.css'

const maxNameLength = 20

export type ViewPanelProps = { resource: AnyEntity; columns: Columns; onClose: () => void }

/** The current filters, order, page size, columns and density as a view. */
const useCurrentView = (columns: Columns): Omit<ListView, 'name'> => {
  const { filterValues, sort, perPage } = useListContext()
  const { arrangement, density } = columns
  return { filter: filterValues, sort, perPage, columns: arrangement, density }
}

/** Panel that applies, saves and deletes views. Views are links, so that their addresses can be shared. */
export const ViewPanel = ({ resource, columns, onClose }: ViewPanelProps) => {
  const translate = useTranslate()
  const currentView = useCurrentView(columns)
  const { views, start, save, remove, setStart } = useListViews(resource)
  const applyView = (view: ListView) => {
    columns.arrange(view.columns)
    columns.setDensity(view.density)
    onClose()
  }
  return (
    <div className="view-panel">
      {views.length === 0 && (
        <p className="field-hint">{translate('保存当前的筛选、排序和列，以后一次点击即可打开。')}</p>
      )}
      <ul>
        {views.map(view => {
          const { name, ...rest } = view
          const isStart = name === start
          return (
            <li key={name}>
              <Link
                to={{ search: viewSearch(view) }}
                aria-current={isSame(rest, currentView) || undefined}
                onClick={() => applyView(view)}
              >
                {name}
              </Link>
              <Button look="quiet" aria-pressed={isStart} onClick={() => setStart(isStart ? null : name)}>
                {translate(isStart ? '默认' : '设为默认')}
              </Button>
              <Button
                look="quiet"
                aria-label={translate('删除视图“%{name}”', { name })}
                onClick={() => remove(name)}
              >
                {translate('删除')}
              </Button>
            </li>
          )
        })}
      </ul>
      <SaveForm
        isTaken={name => views.some(view => view.name === name)}
        onSave={name => {
          save({ name, ...currentView })
          onClose()
        }}
      />
    </div>
  )
}

type SaveFormProps = { isTaken: (name: string) => boolean; onSave: (name: string) => void }

const SaveForm = ({ isTaken, onSave }: SaveFormProps) => {
  const translate = useTranslate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const ime = useIme(typed, setTyped)
  const name = typed.trim()
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (name !== '') onSave(name)
      }}
    >
      <label htmlFor={id}>{translate('视图名称')}</label>
      <input id={id} className="control" maxLength={maxNameLength} autoComplete="off" {...ime} />
      <Button type="submit" disabled={name === ''}>
        {translate(isTaken(name) ? '替换同名视图' : '保存当前视图')}
      </Button>
    </form>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import { call } from '../../../providers/call.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { articles } from '../../../resources/articles/index.ts'
import { useRights } from '../../session/useRights.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { Switch } from '../../ui/Switch.tsx'
import { articleLabelsIn } from '../../preview/article/labels.ts'
import type { PreviewArticle } from '../../preview/article/article.ts'

type Person = PreviewArticle['people'][number]
type AuthorChange = { person: Person; name: 'isShow' | 'isTop'; to: 0 | 1 }

const useAuthorChange = (articleId: number) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationKey: ['articles'],
    mutationFn: ({ person: { lawyerId }, name, to }: AuthorChange) =>
      call(name === 'isShow' ? 'articles.userShow' : 'articles.userTop', { articleId, lawyerId, to }),
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
    onSettled: () => refreshRows(client),
  })
}

type SwitchProps = { label: string; isOn: boolean; isDisabled: boolean; onChange: (to: 0 | 1) => void }

const LabelledSwitch = ({ label, isOn, isDisabled, onChange }: SwitchProps) => (
  <label className="inline-check">
    <Switch isOn={isOn} isDisabled={isDisabled} onChange={isChecked => onChange(isChecked ? 1 : 0)} />
    {label}
  </label>
)

/** Section 作者展示: whether the article is shown on each author's card, and whether at the top. */
export const Authors = ({ article }: { article: PreviewArticle }) => {
  const translate = useTranslate()
  const { can } = useRights()
  const { mutate, isPending, variables } = useAuthorChange(article.articleId)
  if (article.people.length === 0) return null
  // While a request is running, its value is shown.
  const shownValue = (person: Person, name: AuthorChange['name']) =>
    isPending && variables.person.lawyerId === person.lawyerId && variables.name === name
      ? variables.to
      : person[name]
  return (
    <section className="panel" aria-label={translate('作者展示')}>
      <h2 className="section-title">{translate('作者展示')}</h2>
      <p className="lead">{translate('内容发布后，是否出现在各位作者自己的名片页上。')}</p>
      <ul className="plain-list lined">
        {article.people.map(person => {
          // Decided by the author and by the administrators of the author's office.
          const isDisabled = isPending || !can(articles, 'userShow', person)
          return (
            <li key={person.lawyerId} className="preview-author">
              <span className="cluster">
                <strong>{person.name}</strong>
                <small className="caption">{articleLabelsIn('CN').roles[person.role]}</small>
              </span>
              <LabelledSwitch
                label={translate('展示')}
                isOn={shownValue(person, 'isShow') === 1}
                isDisabled={isDisabled}
                onChange={to => mutate({ person, name: 'isShow', to })}
              />
              <LabelledSwitch
                label={translate('置顶')}
                isOn={shownValue(person, 'isTop') === 1}
                isDisabled={isDisabled}
                onChange={to => mutate({ person, name: 'isTop', to })}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

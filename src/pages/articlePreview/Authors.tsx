import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import { call } from '../../../providers/call.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { articles } from '../../../resources/articles/index.ts'
import { useRights } from '../../shell/useRights.ts'
import { refreshRows } from '../../form/refreshRows.ts'
import { Switch } from '../../fields/Switch.tsx'
import { labelsIn } from '../../preview/labels.ts'
import type { Article } from '../../preview/article.ts'

type Person = Article['people'][number]
type Mark = { person: Person; name: 'isShow' | 'isTop'; to: 0 | 1 }

const useMark = (articleId: number) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationKey: ['articles'],
    mutationFn: ({ person: { lawyerId }, name, to }: Mark) =>
      call(name === 'isShow' ? 'articles.userShow' : 'articles.userTop', { articleId, lawyerId, to }),
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
    onSettled: () => refreshRows(client),
  })
}

type SwitchProps = { label: string; isOn: boolean; isOff: boolean; onChange: (to: 0 | 1) => void }

const LabelledSwitch = ({ label, isOn, isOff, onChange }: SwitchProps) => (
  <label className="inline-check">
    <Switch isOn={isOn} isDisabled={isOff} onChange={on => onChange(on ? 1 : 0)} />
    {label}
  </label>
)

/** 作者展示: whether each one's own card page shows this article, and on top. */
export const Authors = ({ article }: { article: Article }) => {
  const translate = useTranslate()
  const { can } = useRights()
  const { mutate, isPending, variables } = useMark(article.articleId)
  if (article.people.length === 0) return null
  // What is on its way is shown as it will be.
  const valueOf = (person: Person, name: Mark['name']) =>
    isPending && variables.person.lawyerId === person.lawyerId && variables.name === name
      ? variables.to
      : person[name]
  return (
    <section className="panel" aria-label={translate('作者展示')}>
      <h2 className="section-title">{translate('作者展示')}</h2>
      <p className="lead">{translate('内容发布后，是否出现在各位作者自己的名片页上。')}</p>
      <ul className="plain-list lined">
        {article.people.map(person => {
          // The page of a person is his own, and that of his office's administrators.
          const isOff = isPending || !can(articles, 'userShow', person)
          return (
            <li key={person.lawyerId} className="preview-author">
              <span className="cluster">
                <strong>{person.name}</strong>
                <small className="caption">{labelsIn('CN').roles[person.role]}</small>
              </span>
              <LabelledSwitch
                label={translate('展示')}
                isOn={valueOf(person, 'isShow') === 1}
                isOff={isOff}
                onChange={to => mutate({ person, name: 'isShow', to })}
              />
              <LabelledSwitch
                label={translate('置顶')}
                isOn={valueOf(person, 'isTop') === 1}
                isOff={isOff}
                onChange={to => mutate({ person, name: 'isTop', to })}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

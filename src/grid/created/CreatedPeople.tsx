import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/secret/copyText.ts'
import { Secret } from '../../ui/secret/Secret.tsx'
import { UndoButton } from '../undo/UndoButton.tsx'

import './createdPeople.css'

export type CreatedPerson = { id: number; name: string; mobile: string; initialPassword: string | null }

type Props = {
  people: readonly CreatedPerson[]
  /** Ids of the batches in which they were created; empty if the back-end sends none. */
  batchIds: readonly number[]
  onCopied: () => void
  onClose: () => void
}

/** People listed at once; the passwords of all are copied together. */
const shownPeople = 500

const messages = {
  all: '已复制全部姓名、手机号和初始密码',
  failed: '浏览器不允许复制，请选中后手动复制',
}

type RowProps = { person: CreatedPerson; onCopied: () => void }

const PersonRow = ({ person: { name, mobile, initialPassword }, onCopied }: RowProps) =>
  initialPassword ? (
    <Secret name={name} note={mobile} text={initialPassword} onCopied={onCopied} />
  ) : (
    <p className="secret-name">
      {name}
      <span className="secondary">{mobile}</span>
    </p>
  )

/**
 * List of the created people. Their initial passwords are shown only here, and should be copied before it is closed.
 */
export const CreatedPeople = ({ people, batchIds, onCopied, onClose }: Props) => {
  const translate = useTranslate()
  const [copied, setCopied] = useState<'all' | 'failed' | null>(null)
  const hiddenCount = people.length - shownPeople
  const copyAll = async () => {
    const lines = people.map(person => [person.name, person.mobile, person.initialPassword ?? ''].join('\t'))
    const isDone = await copyText([translate('姓名	手机号	初始密码'), ...lines].join('\n'))
    setCopied(isDone ? 'all' : 'failed')
    if (isDone) onCopied()
  }
  return (
    <section className="panel created" aria-label={translate('已创建的账号')}>
      <header className="cluster created-head">
        <h2 className="section-title" tabIndex={-1}>
          {translate('已创建 %{count} 个账号', { count: people.length })}
        </h2>
        <p className="secondary">
          {translate('初始密码只显示这一次，请复制后分别交给本人。首次登录时须修改。')}
        </p>
        <Button look="primary" onClick={() => void copyAll()}>
          {translate('复制全部')}
        </Button>
        <Button onClick={onClose}>{translate('已保存，关闭')}</Button>
        <UndoButton
          label={translate('撤销本次创建')}
          look="quiet"
          batchIds={batchIds}
          count={people.length}
          onUndone={onClose}
        />
      </header>
      <ul className="secrets created-rows">
        {people.slice(0, shownPeople).map(person => (
          <li key={person.id}>
            <PersonRow person={person} onCopied={() => people.length === 1 && onCopied()} />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className="secondary created-said">
          {translate('另有 %{count} 人没有列出，请用“复制全部”保存。', { count: hiddenCount })}
        </p>
      )}
      <p className="secondary created-said" role="status">
        {copied ? translate(messages[copied]) : ''}
      </p>
    </section>
  )
}

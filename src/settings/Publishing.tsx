import { useTranslate } from 'ra-core'

import { isSame } from '../../resources/domain/sameness.ts'
import { describeMasked, type Fields } from '../../resources/kit/index.ts'
import { useShownLanguage } from '../language/useLanguage.ts'
import { Button } from '../ui/Button.tsx'
import { DialogFoot } from '../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { WordDiff } from '../record/history/WordDiff.tsx'

type Values = Readonly<Record<string, unknown>>
type DifferencesProps = { fields: Fields; before: Values; after: Values }

export const differingNames = ({ fields, before, after }: DifferencesProps) =>
  Object.keys(fields).filter(name => !isSame(before[name] ?? null, after[name] ?? null))

/** Differences between two states of the same fields. */
const Differences = (props: DifferencesProps) => {
  const language = useShownLanguage()
  const { fields, before, after } = props
  return (
    <dl className="facts history-diff is-open">
      {differingNames(props).map(name => (
        <div key={name}>
          <dt>{language.translate(fields[name]!.label)}</dt>
          <dd>
            <WordDiff
              before={describeMasked(language, fields[name]!, before[name], name)}
              after={describeMasked(language, fields[name]!, after[name], name)}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Props = {
  fields: Fields
  published: Values
  /** The values to publish. */
  values: Values
  /** Whether the mini-program's other page also has a draft, which is published together with this one. */
  hasMore: boolean
  /** Whether nothing has been published yet. */
  isFirst: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation before publishing, with the differences to the published values. */
export const PublishDialog = ({ fields, published, values, hasMore, isFirst, onConfirm, onClose }: Props) => {
  const translate = useTranslate()
  const count = differingNames({ fields, before: published, after: values }).length
  return (
    <Dialog title={translate('发布到小程序')} onClose={onClose} isWide>
      <div className="dialog-content">
        {hasMore && <p className="note is-info">{translate('小程序的另一页也有草稿，将一并发布。')}</p>}
        {count === 0 ? (
          <p>
            {isFirst
              ? translate('还没有发布过，访客看到的是初始内容，与本页相同。')
              : translate('本页与已发布的内容相同。')}
          </p>
        ) : (
          <>
            <p>{translate('发布后，访客打开小程序即看到下面 %{count} 项修改。', { count })}</p>
            <Differences fields={fields} before={published} after={values} />
          </>
        )}
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{translate('返回编辑')}</Button>
        <Button look="primary" disabled={count === 0 && !hasMore && !isFirst} onClick={onConfirm}>
          {translate('发布')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

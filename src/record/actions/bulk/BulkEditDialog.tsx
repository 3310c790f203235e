import { useTranslate } from 'ra-core'
import { type ChangeEvent, useId, useMemo, useState } from 'react'

import { errorSentence } from '../../../../providers/envelope.ts'
import { bulkEdit } from '../../../../resources/domain/bulk.ts'
import { bulkChoicesOf, joinChoices, splitIntoChoices } from '../../../../resources/domain/bulkChoices.ts'
import { isSame } from '../../../../resources/domain/sameness.ts'
import type { Field, OutputOf } from '../../../../resources/kit/index.ts'
import type { Translate } from '../../../../resources/kit/translate.ts'
import type { registry } from '../../../../resources/index.ts'
import { Input } from '../../../fields/inputs.tsx'
import { Cell, initialValueOf } from '../../../fields/kinds.tsx'
import { DialogForm } from '../../../form/plain/DialogForm.tsx'
import { useFieldForm } from '../../../form/plain/useFieldForm.ts'
import { Button } from '../../../ui/Button.tsx'
import { DialogFoot } from '../../../ui/dialog/DialogFoot.tsx'
import { useGrouped } from '../../../language/countText.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FocusFirst } from '../../../ui/FocusFirst.tsx'
import { choiceLabel } from './choiceLabel.ts'
import { type BulkRuns, type BulkSubject, useStart } from './useBulkRuns.ts'

import './bulkEdit.css'

type Values = Readonly<Record<string, unknown>>
type Preview = OutputOf<(typeof registry)['bulkRuns.preview']>

type Props = BulkSubject & { runs: BulkRuns; previewing: NonNullable<BulkRuns['editing']> }

type RowProps = Pick<BulkSubject, 'resource'> & { answers: Values; rows: Preview['rows'] }

/** Present and new values of the first records. */
const FirstRows = ({ resource, answers, rows }: RowProps) => {
  const translate = useTranslate()
  const wanted = splitIntoChoices(resource, answers)
  const choices = Object.entries(bulkChoicesOf(resource)).filter(([name]) => name in wanted)
  const changesOf = (before: Values) => {
    const present = splitIntoChoices(resource, before)
    return choices.flatMap(([name, choice]) =>
      isSame(present[name], wanted[name]) ? [] : [{ name, choice, from: present[name], to: wanted[name] }],
    )
  }
  return (
    <ul className="bulk-preview" aria-label={translate('前几条的变化')}>
      {rows.map(({ id, name: title, before }) => (
        <li key={id}>
          <strong>{title}</strong>
          {changesOf(before).map(({ name, choice, from, to }) => (
            <span key={name} className="bulk-change">
              <span className="secondary">{choiceLabel(choice, translate)}</span>
              <del>
                <Cell field={choice.field} value={from} record={{ id, ...before }} />
              </del>
              <span aria-hidden>→</span>
              <ins>
                <Cell field={choice.field} value={to} record={{ id, ...answers }} />
              </ins>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

type FoundProps = Omit<Props, 'previewing'> & {
  answers: Values
  preview: Preview
  onBack: () => void
}

const Found = ({ answers, preview, runs, onBack, ...subject }: FoundProps) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const { total, changing, rows } = preview
  const { mutate, isPending, error } = useStart(subject, runs)
  return (
    <Dialog title={translate('批量修改预览')} onClose={isPending ? undefined : subject.onClose}>
      <div className="dialog-content">
        <p role="status">
          {changing === 0
            ? translate('共 %{total} 条，都已是所选的内容，没有需要修改的记录。', { total: grouped(total) })
            : translate('共 %{total} 条，将修改 %{changing} 条。修改由服务器逐条进行，可以离开页面。', {
                total: grouped(total),
                changing: grouped(changing),
              })}
        </p>
        <FirstRows resource={subject.resource} answers={answers} rows={rows} />
        {changing > rows.length && (
          <p className="secondary">
            {translate('另有 %{count} 条同样修改。', { count: grouped(changing - rows.length) })}
          </p>
        )}
        {error && (
          <p className="failures" role="alert">
            {errorSentence(error, translate)}
          </p>
        )}
      </div>
      <DialogFoot>
        <Button disabled={isPending} onClick={onBack}>
          {translate('返回')}
        </Button>
        <Button
          look="primary"
          disabled={isPending || changing === 0}
          onClick={() => mutate({ action: bulkEdit, answers })}
        >
          {isPending ? translate('处理中…') : translate('修改 %{count} 条', { count: grouped(changing) })}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

/** The inputs of the chosen fields; a part is named with its field. */
const chosenOf = (
  choices: ReturnType<typeof bulkChoicesOf>,
  names: readonly string[],
  translate: Translate,
) =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([name, choice]) =>
      names.includes(name)
        ? [[name, { ...choice.field, label: choiceLabel(choice, translate) } satisfies Field] as const]
        : [],
    ),
  )

/** Asks for the fields to change and their new values, then shows a preview before the change. */
export const BulkEditDialog = (props: Props) => {
  const { resource, count, filter, previewing, onClose } = props
  const translate = useTranslate()
  const grouped = useGrouped()
  const groupId = useId()
  const choices = useMemo(() => bulkChoicesOf(resource), [resource])
  const [names, setNames] = useState<readonly string[]>([])
  const [found, setFound] = useState<{ answers: Values; preview: Preview } | null>(null)
  const [isBack, setBack] = useState(false)
  const [isByKeyboard, setByKeyboard] = useState(false)
  const chosen = useMemo(() => chosenOf(choices, names, translate), [choices, names, translate])
  const [initial] = useState(() =>
    Object.fromEntries(Object.entries(choices).map(([name, { field }]) => [name, initialValueOf(field)])),
  )
  const form = useFieldForm(chosen, {
    initial,
    onSave: async values => {
      const answers = joinChoices(Object.fromEntries(names.map(name => [name, values[name] ?? null])))
      const preview = await previewing({ resource: resource.name, filter, answers })
      setFound({ answers, preview })
      setBack(false)
    },
  })
  if (found && !isBack) return <Found {...props} {...found} onBack={() => setBack(true)} />
  const toggle = (name: string, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // A click has a count of presses; the space bar has none.
    setByKeyboard(!(nativeEvent instanceof MouseEvent && nativeEvent.detail > 0))
    setNames(target.checked ? [...names, name] : names.filter(it => it !== name))
  }
  return (
    <DialogForm
      form={form}
      title={translate('批量修改 %{count} 条', { count: grouped(count) })}
      submitLabel={translate('预览')}
      busyLabel={translate('处理中…')}
      onClose={onClose}
    >
      <p id={groupId}>{translate('选择要修改的内容，其他内容不变：')}</p>
      <div role="group" aria-labelledby={groupId} className="bulk-fields">
        {Object.entries(choices).map(([name, choice]) => (
          <label key={name}>
            <input type="checkbox" checked={names.includes(name)} onChange={event => toggle(name, event)} />{' '}
            {choiceLabel(choice, translate)}
          </label>
        ))}
      </div>
      {Object.entries(chosen).map(([name, field]) => (
        // With the keyboard the focus stays, so that the next field can be chosen.
        <FocusFirst key={name} className="bulk-field" isOff={isByKeyboard}>
          <Input field={field} source={name} />
        </FocusFirst>
      ))}
    </DialogForm>
  )
}

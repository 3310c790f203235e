import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useRef } from 'react'

import { download } from '../../../providers/download.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import type { cards } from '../../../resources/cards/index.ts'
import { portraitNames, wordFields } from '../../../resources/cards/wordFields.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { fieldErrorsFrom } from '../../form/saving/failure.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { Button } from '../../ui/Button.tsx'

import './wordTemplate.css'

type Template = OutputOf<(typeof cards.calls)['wordTemplate']>

/** The content of a file in base64. */
const base64Of = async (file: File) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCodePoint(byte)
  return btoa(binary)
}

const FieldTable = () => {
  const translate = useTranslate()
  const [portraitName, portraitLabel] = portraitNames
  const rows = [...wordFields, [`@${portraitName}`, `@${portraitLabel}`] as const]
  return (
    <section className="panel" aria-label={translate('可用的字段')}>
      <h2 className="section-title">{translate('可用的字段')}</h2>
      <p className="secondary">
        {translate(
          '在Word中排好一位律师的版面，把资料写成下面的字段，如 {姓名}。没有资料的行写成 {#手机}…{/手机}，就不会出现。头像单独一段，写 {@头像}。',
        )}
      </p>
      <ul className="plain-list word-fields">
        {rows.map(([name, label]) => (
          <li key={name}>
            <code>{`{${label}}`}</code> <code dir="ltr">{`{${name}}`}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

const useTemplateChange = (template: Template, onSaved: () => void) => {
  const translate = useTranslate()
  const notify = useNotify()
  const saveCall = useServedCall('cards.saveWordTemplate')
  return useMutation({
    mutationFn: async (file: File | null) =>
      saveCall?.({
        name: file?.name ?? null,
        content: file ? await base64Of(file) : '',
        version: template.version,
      }),
    onSuccess: (_, file) => {
      notify(translate(file ? '已更换模板' : '已恢复内置模板'), { type: 'success' })
      onSaved()
    },
  })
}

const TemplatePanel = ({ template, onSaved }: { template: Template; onSaved: () => void }) => {
  const translate = useTranslate()
  const formats = useFormats()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useTemplateChange(template, onSaved)
  const file = useMutation({
    mutationFn: () =>
      download('cards.wordTemplateFile', {}, { signal: new AbortController().signal, onBytes: () => {} }),
    onSuccess: saveFile,
  })
  const failure = error ?? file.error
  const message = failure && (fieldErrorsFrom(failure)?.['content'] ?? errorSentence(failure, translate))
  return (
    <section className="panel" aria-label={translate('当前模板')}>
      <h2 className="section-title">{translate('当前模板')}</h2>
      <p className="secondary">{translate('模板上传后，名片的Word简历和投标用的合集都按它生成。')}</p>
      <p className="cluster">
        <strong>{template.name ?? translate('内置模板')}</strong>
        {template.updatedAt && (
          <span className="caption">
            {translate('更新于 %{time}', { time: timestampText(template.updatedAt, formats) })}
          </span>
        )}
      </p>
      <div className="cluster">
        <Button look="primary" disabled={isPending} onClick={() => input.current?.click()}>
          {translate('上传模板')}
        </Button>
        <Button disabled={file.isPending} onClick={() => file.mutate()}>
          {translate('下载模板')}
        </Button>
        {template.name !== null && (
          <Button disabled={isPending} onClick={() => mutate(null)}>
            {translate('恢复内置模板')}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".docx"
        aria-label={translate('上传模板')}
        onChange={event => {
          const [chosen] = event.target.files ?? []
          event.target.value = ''
          if (chosen) mutate(chosen)
        }}
      />
      {message && (
        <p className="field-error" role="alert">
          {translate(message)}
        </p>
      )}
    </section>
  )
}

/** Page Word模板: the firm's template of Word files of cards, and the fields that it may name. */
export const WordTemplate = () => {
  const query = useCall('cards.wordTemplate', {}, { staleTime: 0 })
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {template => (
        <div className="stack word-template">
          <TemplatePanel template={template} onSaved={() => void query.refetch()} />
          <FieldTable />
        </div>
      )}
    </Loaded>
  )
}

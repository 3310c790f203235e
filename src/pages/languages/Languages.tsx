import { useTranslate } from 'ra-core'
import { type ReactNode, useRef, useState } from 'react'

import type { Texts } from '../../../resources/locales/plural.ts'
import { listLocales } from '../../../resources/locales/names.ts'
import { pluralForms } from '../../../resources/locales/plural.ts'
import { isBuiltIn } from '../../../resources/locales/locales.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogFoot } from '../../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProgressBar } from '../../ui/progress/ProgressBar.tsx'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { joinSentences } from '../../language/joinSentences.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { ChangeLogButton } from '../../settings/SettingTools.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { type Catalogue, type CatalogueOutcome, useCatalogueChanges, useCatalogues } from './useCatalogues.ts'

import './languages.css'

type Locale = ReturnType<typeof listLocales>[number]

/** Saves a catalogue with all texts; untranslated ones are empty, or English in a catalogue for English. */
const saveCatalogue = (locale: string, texts: Texts) =>
  saveFile({
    name: `${locale}.json`,
    blob: new Blob([`${JSON.stringify(texts, null, 2)}\n`], { type: 'application/json' }),
  })

const maxShownFaults = 20

/** Result of an import: success, or the entries that have to be corrected. */
const ImportOutcome = ({ outcome }: { outcome: CatalogueOutcome }) => {
  const translate = useTranslate()
  if ('failure' in outcome)
    return (
      <p className="field-error" role="alert">
        {translate('没有保存：%{message}', { message: outcome.failure })}
      </p>
    )
  const { texts, faults, unknown } = outcome.checked
  if (faults.length === 0)
    return (
      <p className="note is-good" role="status">
        {joinSentences(
          [
            translate('已导入 %{count} 条译文。', { count: Object.keys(texts).length }),
            ...(unknown > 0
              ? [translate('另有 %{count} 条原文已不再使用，没有导入。', { count: unknown })]
              : []),
          ],
          translate,
        )}
      </p>
    )
  return (
    <div className="note is-bad" role="alert">
      <p>{translate('没有导入，请先更正 %{count} 条译文：', { count: faults.length })}</p>
      <ul>
        {faults.slice(0, maxShownFaults).map(({ key, fault }) => (
          <li key={key}>{translate('%{label}：%{text}', { label: key, text: translate(fault) })}</li>
        ))}
      </ul>
    </div>
  )
}

type RowProps = {
  locale: Locale
  english: Texts
  catalogue: Catalogue | undefined
  changes: ReturnType<typeof useCatalogueChanges>
  onRemove: () => void
}

const TranslationState = ({
  locale: { locale },
  english,
  catalogue,
}: Omit<RowProps, 'changes' | 'onRemove'>) => {
  const formats = useFormats()

  const translate = useTranslate()
  const count = isBuiltIn(locale) ? Object.keys(english).length : (catalogue?.count ?? 0)
  const all = Object.keys(english).length
  // Rounded down, so that an incomplete catalogue never shows 100%.
  const percent = Math.floor((count / all) * 100)
  return (
    <div className="language-state">
      <ProgressBar max={all} value={count} label={translate('译文完整度')} />
      <span>{translate('%{percent}%（%{count}/%{all}）', { percent, count, all })}</span>
      {catalogue && catalogue.count > 0 && (
        <small className="caption">
          {translate('%{who} %{when} 导入', {
            who: catalogue.updatedByName ?? '',
            when: timestampText(catalogue.updatedAt, formats),
          })}
        </small>
      )}
    </div>
  )
}

const UploadButton = ({
  name,
  isDisabled,
  onFile,
}: {
  name: string
  isDisabled: boolean
  onFile: (file: File) => void
}) => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button disabled={isDisabled} onClick={() => input.current?.click()}>
        {translate('导入译文')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={translate('%{name}的译文文件', { name })}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

const useTemplateDownload = () => {
  const textsCall = useServedCall('languages.texts')
  return async (locale: string, english: Texts) => {
    const own = textsCall ? (await textsCall({ locale, part: 'app' })).texts : {}
    const base = locale.startsWith('en') ? english : {}
    saveCatalogue(
      locale,
      Object.fromEntries(Object.keys(english).map(key => [key, own[key] ?? base[key] ?? ''])),
    )
  }
}

/** The names of Unicode's plural categories. */
const pluralFormNames = {
  zero: '零',
  one: '单数',
  two: '双数',
  few: '少数',
  many: '多数',
  other: '其他@plural',
} as const

const LanguageRow = ({ locale, english, catalogue, changes, onRemove }: RowProps) => {
  const translate = useTranslate()
  const template = useTemplateDownload()
  const { isBusy, outcome, mayChange, read } = changes
  const { locale: code, name, direction } = locale
  return (
    <li className="language-row">
      <h2 lang={code} dir={direction}>
        {name}
      </h2>
      <TranslationState locale={locale} english={english} catalogue={catalogue} />
      {code !== 'zh-CN' && (
        <div className="cluster">
          <Button look="quiet" onClick={() => void template(code, english)}>
            {translate('下载翻译模板')}
          </Button>
          {mayChange && <UploadButton name={name} isDisabled={isBusy} onFile={file => read(code, file)} />}
          {mayChange && catalogue && catalogue.count > 0 && (
            <Button look="quiet" disabled={isBusy} onClick={onRemove}>
              {translate('移除译文')}
            </Button>
          )}
        </div>
      )}
      {code !== 'zh-CN' && (
        <p className="caption">
          {translate('复数形式 %{count} 种：%{forms}', {
            count: pluralForms(code).length,
            forms: pluralForms(code)
              .map(form => translate(pluralFormNames[form]))
              .join(translate('、')),
          })}
        </p>
      )}
      {outcome?.locale === code && <ImportOutcome outcome={outcome} />}
    </li>
  )
}

type ListProps = { english: Texts; catalogues: readonly Catalogue[] }

const LanguageList = ({ english, catalogues }: ListProps) => {
  const translate = useTranslate()
  const catalogueOf = (locale: string) => catalogues.find(it => it.locale === locale)
  const changes = useCatalogueChanges(english, locale => catalogueOf(locale)?.version ?? 0)
  const [localeToRemove, setLocaleToRemove] = useState<Locale | null>(null)
  const close = () => setLocaleToRemove(null)
  return (
    <>
      <ul className="plain-list lined panel">
        {listLocales().map(locale => (
          <LanguageRow
            key={locale.locale}
            locale={locale}
            english={english}
            catalogue={catalogueOf(locale.locale)}
            changes={changes}
            onRemove={() => setLocaleToRemove(locale)}
          />
        ))}
      </ul>
      {localeToRemove && (
        <Dialog title={translate('移除译文')} onClose={close}>
          <p className="dialog-content">
            {isBuiltIn(localeToRemove.locale)
              ? translate('%{name}将重新显示自带的文字。译文可先用翻译模板下载保存。', {
                  name: localeToRemove.name,
                })
              : translate('%{name}将重新显示英文。译文可先用翻译模板下载保存。', {
                  name: localeToRemove.name,
                })}
          </p>
          <DialogFoot>
            <Button onClick={close}>{translate('取消')}</Button>
            <Button
              look="primary"
              onClick={() => {
                close()
                changes.remove(localeToRemove.locale)
              }}
            >
              {translate('移除')}
            </Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  )
}

const PageFrame = ({ children }: { children: ReactNode }) => {
  const translate = useTranslate()
  return (
    <div className="stack languages-page">
      <p className="lead">
        {translate(
          '没有译文的文字显示英文。翻译模板是 JSON 文件，每一条是中文原文和译文：填写译文，花括号中的名称和竖线照抄，不译的留空，再导入。导入后立即生效，登录页也一样。',
        )}
      </p>
      {children}
    </div>
  )
}

/** Page 界面语言: completeness of each language, and the firm's own translations. */
export const Languages = () => {
  const translate = useTranslate()
  const { isServed, query } = useCatalogues()
  return (
    <>
      <ChangeLogButton filter={{ module: 11, targetType: 'language' }} />
      <PageFrame>
        {isServed ? (
          <Loaded query={query} loading={<FormSkeleton />}>
            {data => <LanguageList {...data} />}
          </Loaded>
        ) : (
          <p className="note">{translate('后端不保存译文，只能使用自带的语言。')}</p>
        )}
      </PageFrame>
    </>
  )
}

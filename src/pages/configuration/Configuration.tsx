import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

import { download } from '../../../providers/download.ts'
import { saveFile } from '../../browser/saveFile.ts'
import { useServedCall } from '../../session/useCall.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Button } from '../../ui/Button.tsx'
import { failureOf } from '../../form/saving/failure.ts'
import { FailureText } from '../../form/saving/FailureText.tsx'
import { WordDiff } from '../../record/history/WordDiff.tsx'
import { type ImportPart, useImport } from './useImport.ts'
import { translateChange } from '../../record/history/translateChange.ts'

import '../../record/history/history.css'
import './configuration.css'

const ExportSection = () => {
  const translate = useTranslate()
  const isServed = useServedCall('firmConf.export') !== null
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      download('firmConf.export', {}, { signal: new AbortController().signal, onBytes: () => {} }),
    onSuccess: saveFile,
  })
  if (!isServed) return null
  return (
    <section className="panel" aria-label={translate('导出配置')}>
      <h2 className="section-title">{translate('导出')}</h2>
      <p className="lead">
        {translate('把律所的各项设置存为一个文件，不含密钥。内容不变时，每次导出的文件完全相同。')}
      </p>
      <Button disabled={isPending} onClick={() => mutate()}>
        {isPending ? translate('导出中…') : translate('导出配置')}
      </Button>
      {error && <FailureText what={translate('没有导出')} failure={failureOf(error, translate)} />}
    </section>
  )
}

const PartDifferences = ({ parts }: { parts: readonly ImportPart[] }) => {
  const translate = useTranslate()
  return (
    <ol className="plain-list lined">
      {parts.map(({ name, label, differences, mayApply }) => (
        <li key={name} className="configuration-part">
          <h3 className="cluster">
            {translate(label)}
            <small className="caption">{translate('%{count} 项', { count: differences.length })}</small>
            {mayApply === 0 && <Chip tone="faint">{translate('您不能修改这一部分')}</Chip>}
          </h3>
          <dl className="facts history-diff">
            {differences.map(({ field, label: title, ...change }) => (
              <div key={field}>
                <dt>{translate(title)}</dt>
                <dd>
                  <WordDiff {...translateChange(change, translate)} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}

const ImportSection = () => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const { isServed, parts, isRunning, failure, compare, apply } = useImport()
  const differing = parts?.filter(it => it.differences.length > 0) ?? []
  const count = differing.filter(it => it.mayApply === 1).length
  if (!isServed) return null
  return (
    <section className="panel" aria-label={translate('导入配置')}>
      <h2 className="section-title">{translate('导入')}</h2>
      <p className="lead">
        {translate('先列出与现有配置的差异，确认后才写入；有一项不能写入，就全部不写入。')}
      </p>
      <Button disabled={isRunning} onClick={() => input.current?.click()}>
        {translate('选择配置文件')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={translate('配置文件')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          void file?.text().then(compare)
          target.value = ''
        }}
      />
      {parts && (
        <div role="status">
          {differing.length === 0 ? (
            <p className="note is-good">{translate('文件与现在的配置完全相同。')}</p>
          ) : (
            <>
              <PartDifferences parts={differing} />
              <Button look="primary" disabled={isRunning || count === 0} onClick={() => apply()}>
                {isRunning ? translate('导入中…') : translate('导入 %{count} 个部分', { count })}
              </Button>
            </>
          )}
        </div>
      )}
      {failure && (
        <div className="note is-bad" role="alert">
          <FailureText what={translate('没有导入')} failure={failure} />
        </div>
      )}
    </section>
  )
}

/** Page 配置导入导出: exports the configuration to a file, and imports the differences of a file. */
export const Configuration = () => (
  <div className="stack configuration">
    <ExportSection />
    <ImportSection />
  </div>
)

import { useMutation } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { errorSentence } from '../../../providers/envelope.ts'
import { fieldErrorsFrom } from '../../form/saving/failure.ts'
import { articles, trends } from '../../../resources/articles/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { pathTo } from '../../routing/paths.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { ListSkeleton } from '../../states/ListSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { StatePage } from '../../states/StatePage.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Pills } from '../../ui/Pills.tsx'

import './officialArticles.css'

type Page = OutputOf<(typeof articles.calls)['official']>
type Published = Page['articles'][number]

/** The kinds of content that an article of a 公众号 can become. */
const kinds = [
  [2, articles.label],
  [1, trends.label],
] as const
type Kind = (typeof kinds)[number][0]

/** Imports one article; says afterwards which pictures it has not got. */
const useImport = (published: Published, kind: Kind, onEnd: () => void) => {
  const translate = useTranslate()
  const notify = useNotify()
  const importOne = useServedCall('articles.importOfficial')
  return useMutation({
    mutationFn: async () =>
      importOne?.({
        messageKey: published.messageKey,
        index: published.index,
        kind,
      }),
    onSuccess: answer =>
      notify(
        answer?.missingPictures
          ? translate('已导入为草稿，有 %{count} 张图片没有取到，请补上。', { count: answer.missingPictures })
          : translate('已导入为草稿'),
        { type: answer?.missingPictures ? 'warning' : 'success' },
      ),
    // Also after a failure: somebody else may have imported it.
    onSettled: onEnd,
  })
}

type RowProps = { published: Published; kind: Kind; onEnd: () => void }

const ImportButton = ({ published, kind, onEnd }: RowProps) => {
  const translate = useTranslate()
  const { mutate, isPending, error } = useImport(published, kind, onEnd)
  const message = error && (fieldErrorsFrom(error)?.['title'] ?? errorSentence(error, translate))
  return (
    <>
      <Button
        disabled={isPending}
        aria-label={translate('导入为草稿：%{title}', { title: published.title })}
        onClick={() => mutate()}
      >
        {translate(isPending ? '正在导入…' : '导入为草稿')}
      </Button>
      {message && (
        <p className="field-error" role="alert">
          {translate(message)}
        </p>
      )}
    </>
  )
}

const Row = ({ published, kind, onEnd }: RowProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { title, author, digest, url, updatedAt, importedId } = published
  return (
    <li className="official-article">
      <div>
        <h2>
          {url ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title || translate('（无标题）')}
            </a>
          ) : (
            title || translate('（无标题）')
          )}
        </h2>
        {digest && <p className="secondary">{digest}</p>}
        <p className="caption">{[author, timestampText(updatedAt, formats)].filter(Boolean).join(' · ')}</p>
      </div>
      <div className="official-import">
        {importedId === null ? (
          <ImportButton published={published} kind={kind} onEnd={onEnd} />
        ) : (
          <>
            <Chip tone="good">{translate('已导入')}</Chip>
            {importedId > 0 && (
              <ButtonLink to={pathTo(articles.views.edit!.path, importedId)}>{translate('打开')}</ButtonLink>
            )}
          </>
        )}
      </div>
    </li>
  )
}

type TurnProps = { page: number; total: number; pageSize: number; onTurn: (page: number) => void }

const Pages = ({ page, total, pageSize, onTurn }: TurnProps) => {
  const translate = useTranslate()
  const last = Math.max(1, Math.ceil(total / pageSize))
  if (last === 1 && page === 1) return null
  return (
    <nav className="cluster" aria-label={translate('分页')}>
      <Button disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        {translate('上一页')}
      </Button>
      <span role="status">{translate('第 %{page} 页，共 %{count} 页', { page, count: last })}</span>
      <Button disabled={page >= last} onClick={() => onTurn(page + 1)}>
        {translate('下一页')}
      </Button>
    </nav>
  )
}

const Disconnected = () => {
  const translate = useTranslate()
  return (
    <StatePage
      picture="tray"
      title={translate('还没有连接公众号')}
      text={translate('运营方在系统配置的“公众号”中填写AppID和AppSecret后，已发布的文章会列在这里。')}
    />
  )
}

const Articles = ({ answer, onEnd }: { answer: Page; onEnd: () => void }) => {
  const translate = useTranslate()
  const [kind, setKind] = useState<Kind>(2)
  if (answer.articles.length === 0)
    return (
      <StatePage
        picture="tray"
        title={translate('暂无公众号文章')}
        text={translate('公众号还没有可以取到的已发布文章。')}
      />
    )
  return (
    <section className="panel stack" aria-label={translate('已发布的文章')}>
      <Pills options={kinds} value={kind} onChange={setKind} legend={translate('导入到')} />
      <ul className="plain-list lined">
        {answer.articles.map(published => (
          <Row
            key={`${published.messageKey} ${published.index}`}
            published={published}
            kind={kind}
            onEnd={onEnd}
          />
        ))}
      </ul>
    </section>
  )
}

/** Page 公众号文章: what the firm's 公众号 has published, to be imported as drafts. */
export const OfficialArticles = () => {
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const query = useCall('articles.official', { pageNum: page }, { staleTime: 0, refetchOnWindowFocus: false })
  return (
    <div className="stack official-articles">
      <p className="note is-info">
        {translate(
          '微信只提供已发布、没有群发通知的文章；群发的文章取不到，请把正文粘贴到新增的内容里。导入的是草稿，图片存到本系统，视频和语音不导入。',
        )}
      </p>
      <Loaded query={query} loading={<ListSkeleton rows={6} columns={3} />}>
        {answer =>
          answer.isOn === 0 ? (
            <Disconnected />
          ) : (
            <>
              <Articles answer={answer} onEnd={() => void query.refetch()} />
              <Pages
                page={page}
                total={answer.total}
                pageSize={answer.pageSize}
                onTurn={next => setParams({ page: String(next) })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

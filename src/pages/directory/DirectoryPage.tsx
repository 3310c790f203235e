import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { imports } from '../../../resources/imports.ts'
import type { directoryCalls } from '../../../resources/lawyers/directory.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { CreatedPeople } from '../../grid/created/CreatedPeople.tsx'
import { useCreatedPeople } from '../../grid/created/useCreatedPeople.ts'
import { useGrouped } from '../../language/countText.ts'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { pathTo } from '../../routing/paths.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { goesUnanswered, UnansweredNote } from '../../ui/progress/UnansweredNote.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Pill } from '../../ui/Pills.tsx'
import { ComparedRows } from './ComparedRows.tsx'
import { type Outcome, useApply } from './useApply.ts'
import { useSelection } from './useSelection.ts'
import { type ShownComparison, kindWords, sourceLabels } from './words.ts'

import './directory.css'

type Answer = OutputOf<(typeof directoryCalls)['directory']>

/** Milliseconds between two questions whether the directory was read. */
const POLL_MS = 1_000

type BeginProps = { answer: Answer; isUnanswered: boolean; onBegun: () => Promise<unknown> }

const Begin = ({ answer, isUnanswered, onBegun }: BeginProps) => {
  const translate = useTranslate()
  const { formats } = useShownLanguage()
  const comparing = useServedCall('lawyers.compareDirectory')
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => comparing?.({}),
    onSettled: onBegun,
  })
  const { comparison, isReady } = answer
  const isReading = isPending || comparison?.state === 1
  const batch = comparison?.batchId ?? null
  return (
    <section className="panel" aria-label={translate('比对')}>
      <p>{translate('先与律所的通讯录比对，选择后才应用；应用的内容可以一次撤销。')}</p>
      {comparison ? (
        <p className="secondary">
          {translate('%{source}，%{name} 于 %{time} 比对', {
            source: translate(sourceLabels[comparison.source]),
            name: comparison.createdByName,
            time: timestampText(comparison.createdAt, formats),
          })}
        </p>
      ) : (
        isReady === 1 && <p className="secondary">{translate('还没有比对过。')}</p>
      )}
      {isReady === 0 && (
        <p role="status">{translate('还没有连接通讯录。请联系运营方在“系统配置”中填写“通讯录同步”。')}</p>
      )}
      {(error ?? (comparison?.state === 3 ? comparison.reason : null)) && !isReading && (
        <p className="failures" role="alert">
          {error ? errorSentence(error, translate) : translate(comparison?.reason ?? '')}
        </p>
      )}
      {isReading && !isUnanswered && <p role="status">{translate('正在读取通讯录，可以离开页面。')}</p>}
      {isReading && isUnanswered && <UnansweredNote />}
      <div className="cluster">
        <Button
          look={comparison?.state === 2 ? undefined : 'primary'}
          disabled={isReading || isReady === 0 || !comparing}
          onClick={() => mutate()}
        >
          {comparison ? translate('重新比对') : translate('比对')}
        </Button>
        <ButtonLink to={lawyers.views.list!.path}>{translate('返回列表')}</ButtonLink>
        {batch !== null && (
          <ButtonLink to={pathTo(imports.pages['batch']!.path, batch)}>
            {translate('查看和撤销已应用的内容')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

const Failed = ({ outcome, error }: { outcome: Outcome | undefined; error: unknown }) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  return (
    <>
      {outcome && (
        <p role="status">{translate('已应用 %{count} 人。', { count: grouped(outcome.applied) })}</p>
      )}
      {outcome && outcome.failed.length > 0 && (
        <div role="alert">
          <p>{translate('以下 %{count} 人没有应用：', { count: outcome.failed.length })}</p>
          <ul className="compared-failures">
            {outcome.failed.map(({ index, name, reason }) => (
              <li key={index}>{translate('%{label}：%{text}', { label: name, text: translate(reason) })}</li>
            ))}
          </ul>
        </div>
      )}
      {error !== null && error !== undefined && (
        <p className="failures" role="alert">
          {errorSentence(error, translate)}
        </p>
      )}
    </>
  )
}

const KindPills = ({
  comparison,
  kind,
  onChange,
}: {
  comparison: ShownComparison
  kind: string
  onChange: (kind: ShownComparison['rows'][number]['kind']) => void
}) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const name = useId()
  return (
    <fieldset className="pills" aria-label={translate('比对结果')}>
      {kindWords.map(([it, label]) => (
        <Pill key={it} type="radio" name={name} checked={it === kind} onChange={() => onChange(it)}>
          <span>
            {translate(label)} {grouped(comparison.counts[it] ?? 0)}
          </span>
        </Pill>
      ))}
    </fieldset>
  )
}

type ApplyBarProps = {
  comparison: ShownComparison
  selection: ReturnType<typeof useSelection>
  apply: ReturnType<typeof useApply>
}

/** Applies what is selected; there is none while nothing is. */
const ApplyBar = ({ comparison, selection: { selected, clear }, apply }: ApplyBarProps) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  if (selected.size === 0) return null
  return (
    <div className="panel save-bar">
      <span className="secondary">{translate('已选 %{count} 人', { count: grouped(selected.size) })}</span>
      <Button disabled={apply.isPending} onClick={clear}>
        {translate('取消选择')}
      </Button>
      <Button
        look="primary"
        disabled={apply.isPending || !apply.isServed}
        onClick={() => apply.mutate({ comparison, selected })}
      >
        {apply.isPending
          ? translate('已应用 %{done}/%{count}', { done: apply.sent, count: selected.size })
          : translate('应用所选')}
      </Button>
    </div>
  )
}

/** Asks before initial passwords that nobody has copied are left. */
const SecretGuard = ({ isChanged }: { isChanged: boolean }) => {
  const translate = useTranslate()
  return (
    <LeaveGuard
      isChanged={isChanged}
      onLeave={() => {}}
      title={translate('初始密码还没有复制')}
      text={translate('离开后不能再次查看这些初始密码，只能逐个重置。')}
    />
  )
}

const firstKind = ({ counts }: ShownComparison) =>
  kindWords.find(([kind]) => (counts[kind] ?? 0) > 0)?.[0] ?? 'new'

const Result = ({
  comparison,
  refetch,
}: {
  comparison: ShownComparison
  refetch: () => Promise<unknown>
}) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const selection = useSelection()
  const created = useCreatedPeople()
  const apply = useApply(created, async () => {
    selection.clear()
    await refetch()
  })
  const [chosenKind, setKind] = useState(() => firstKind(comparison))
  const total = kindWords.reduce((sum, [it]) => sum + (comparison.counts[it] ?? 0), 0)
  const [kind, label, text] = kindWords.find(([it]) => it === chosenKind)!
  const rows = comparison.rows.filter(it => it.kind === kind)
  return (
    <>
      <div className="stack">
        {created.people.length > 0 && (
          <CreatedPeople
            people={created.people}
            batchIds={created.batchIds}
            onCopied={created.markCopied}
            onClose={created.close}
          />
        )}
        <section className="panel directory-result" aria-label={translate('比对结果')}>
          <p role="status">
            {translate('未变 %{unchanged} 人，待处理 %{total} 人，已应用 %{applied} 人。', {
              unchanged: grouped(comparison.unchanged),
              total: grouped(total),
              applied: grouped(comparison.applied),
            })}
          </p>
          <Failed outcome={apply.data} error={apply.error} />
          <KindPills comparison={comparison} kind={kind} onChange={setKind} />
          <p className="secondary">{translate(text)}</p>
          {rows.length === 0 ? (
            <p>{translate('没有“%{label}”的人。', { label: translate(label) })}</p>
          ) : (
            <ComparedRows
              rows={rows}
              label={translate(label)}
              hidden={(comparison.counts[kind] ?? 0) - rows.length}
              selection={selection}
            />
          )}
        </section>
      </div>
      <ApplyBar comparison={comparison} selection={selection} apply={apply} />
      <SecretGuard isChanged={created.hasSecrets} />
    </>
  )
}

/** Page 通讯录同步: compares the firm's directory with its people, and applies what is chosen. */
export const DirectoryPage = () => {
  const query = useCall(
    'lawyers.directory',
    {},
    {
      staleTime: 0,
      refetchOnWindowFocus: false,
      refetchInterval: ({ state: { data } }) => (data?.comparison?.state === 1 ? POLL_MS : false),
    },
  )
  return (
    <Loaded query={query} loading={<FormSkeleton />}>
      {answer => (
        <div className="stack directory">
          <Begin answer={answer} isUnanswered={goesUnanswered(query)} onBegun={query.refetch} />
          {answer.comparison?.state === 2 && (
            <Result key={answer.comparison.id} comparison={answer.comparison} refetch={query.refetch} />
          )}
        </div>
      )}
    </Loaded>
  )
}

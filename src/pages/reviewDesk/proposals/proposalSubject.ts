import type { ServedCall } from '../../../../providers/call.ts'
import { isBlank, isSame } from '../../../../resources/domain/sameness.ts'
import type { AnyRecord, AnyResource, OutputOf } from '../../../../resources/kit/index.ts'
import type { Translate } from '../../../../resources/kit/translate.ts'
import { proposals } from '../../../../resources/proposals.ts'
import { pathTo } from '../../../routing/paths.ts'
import { queueKeyOf, type ReviewSubject } from '../subjects/subject.ts'

export type Proposal = OutputOf<(typeof proposals.calls)['one']>

const versionOf = ({ version }: AnyRecord) => (typeof version === 'number' ? version : 0)

const pathOf = ({ recordId }: Proposal, { views }: AnyResource) => {
  const view = views.show ?? views.edit
  if (recordId !== null && view) return pathTo(view.path, recordId)
  return (recordId === null && !views.list ? view : views.list)?.path ?? proposals.views.list!.path
}

const staleHint = ({ baseVersion }: Proposal, current: AnyRecord | null, translate: Translate) =>
  current === null || baseVersion === versionOf(current)
    ? []
    : [
        translate(
          '提出建议后资料已被修改（建议依据第%{base}版，现在是第%{now}版），不能批准，请驳回；以下是与现在内容的差异',
          { base: baseVersion ?? 0, now: versionOf(current) },
        ),
      ]

type Subject = {
  resource: AnyResource
  /** The record as it is now; null for one that is to be created. */
  current: AnyRecord | null
  decide: ServedCall<'proposals.decide'>
}

export const proposalSubject = (
  proposal: Proposal,
  { resource, current, decide }: Subject,
  translate: Translate,
): ReviewSubject => {
  const { id, title, values, tokenName, ownerName } = proposal
  const { fields, label } = resource
  const names = Object.keys(values).filter(
    name =>
      Object.hasOwn(fields, name) &&
      (current ? !isSame(current[name] ?? null, values[name] ?? null) : !isBlank(values[name])),
  )
  const hints = staleHint(proposal, current, translate)
  return {
    key: queueKeyOf({ kind: 'proposal', id }),
    title,
    heading: current
      ? translate('%{label}的%{count}项修改', { label: translate(label), count: names.length })
      : translate('新增%{label}，以下为全部内容', { label: translate(label) }),
    record: { ...current, ...values, id, version: current ? versionOf(current) : 0 },
    fields,
    names,
    unchanged: [],
    published: current,
    otherLanguage: null,
    findings: [],
    hints: [
      ...hints,
      translate('由智能体通过令牌“%{token}”提出，令牌所有者：%{owner}', {
        token: tokenName,
        owner: ownerName,
      }),
    ],
    path: pathOf(proposal, resource),
    mayCorrect: () => false,
    mayApprove: hints.length === 0,
    captions: { before: translate('现在'), after: translate('建议') },
    consequence: translate('通过后以您的名义保存，与您自己编辑时相同'),
    refusal: {
      verb: translate('驳回'),
      hint: translate('令牌的所有者会在代理建议列表中看到原因。'),
      isByField: false,
    },
    decide: ({ refusal }) => {
      const input = refusal
        ? ({ id, result: 0, reason: refusal.reason } as const)
        : ({ id, result: 1 } as const)
      return { input, send: options => decide(input, options) }
    },
  }
}

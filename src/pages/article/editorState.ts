import { type AccessUser, hasCapability } from '../../../providers/access.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import type { Language } from '../../../resources/kit/translate.ts'
import { isInFuture } from './missing.ts'

type Tone = 'info' | 'waiting' | 'bad'

/** What the user can do with an article in its current state. */
export type EditorState = {
  isNew: boolean
  isLocked: boolean
  submitLabel: string
  /** Whether it can be submitted without changes. */
  isSubmittable: boolean
  notes: readonly { tone: Tone; text: string }[]
}

const stringOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '')

const statusNotes = (
  { status, revisionStatus, refuseReason, publishAt }: AnyRecord,
  isLocked: boolean,
  { translate, formats }: Language,
) => {
  const reason = stringOrEmpty(refuseReason)
  const notes: { tone: Tone; text: string }[] = []
  const advice = isLocked
    ? translate('审核期间不能修改，需要修改请先撤回。')
    : translate('您可以修改后直接发布。')
  if (status === 1)
    notes.push({ tone: 'waiting', text: translate('正在等待审核。%{wait}', { wait: advice }) })
  if (status === 3)
    notes.push({
      tone: 'bad',
      text: translate('未通过审核：%{reason}。修改后可以重新提交。', {
        reason: reason || translate('没有填写原因'),
      }),
    })
  if (status === 4) notes.push({ tone: 'info', text: translate('已下架，小程序不再显示；重新发布后恢复。') })
  if (status === 5)
    notes.push({
      tone: 'info',
      text: translate('将在 %{timestampText} 自动发布。', {
        timestampText: timestampText(stringOrEmpty(publishAt), formats),
      }),
    })
  if (revisionStatus === 0)
    notes.push({ tone: 'info', text: translate('已发布的版本仍在展示；下面是还没有提交的修改。') })
  if (revisionStatus === 1)
    notes.push({
      tone: 'waiting',
      text: translate('已发布的版本仍在展示；下面的修改正在等待审核。%{wait}', { wait: advice }),
    })
  if (revisionStatus === 3)
    notes.push({
      tone: 'bad',
      text: translate('已发布的版本仍在展示；下面的修改未通过审核：%{reason}。', {
        reason: reason || translate('没有填写原因'),
      }),
    })
  return notes
}

/** `publishAt` is the current value of the form, which may be unsaved. */
export const editorStateOf = (
  base: AnyRecord | null,
  self: AccessUser,
  publishAt: unknown,
  language: Language,
): EditorState => {
  const { translate } = language
  const isReviewer = hasCapability('article.pass', self)
  const submitLabel = !isReviewer
    ? translate('提交审核')
    : isInFuture(publishAt)
      ? translate('定时发布')
      : translate('发布')
  if (!base)
    return {
      isNew: true,
      isLocked: false,
      submitLabel,
      isSubmittable: true,
      notes: [],
    }
  const { status, revisionStatus } = base
  const isPending = status === 1 || revisionStatus === 1
  const isLocked = (isPending || status === 5) && !isReviewer
  const isPublished = status === 2
  return {
    isNew: false,
    isLocked,
    submitLabel,
    isSubmittable:
      [0, 1, 3, 4].includes(Number(status)) ||
      (isPublished && revisionStatus !== null && revisionStatus !== undefined),
    notes: statusNotes(base, isLocked, language),
  }
}

import { type AccessUser, may } from '../../../providers/access.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { timestampText } from '../../fields/dates.ts'
import { isAhead } from './missing.ts'

type Tone = 'info' | 'waiting' | 'bad'

/** What the state of an article means to whoever has it open. */
export type EditorState = {
  isNew: boolean
  isLocked: boolean
  saveLabel: string
  submitLabel: string
  /** Even when nothing was changed. */
  isSubmittable: boolean
  notes: readonly { tone: Tone; text: string }[]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const notesOf = ({ status, revisionStatus, refuseReason, publishAt }: AnyRecord, isLocked: boolean) => {
  const reason = textOf(refuseReason)
  const notes: { tone: Tone; text: string }[] = []
  const wait = isLocked ? '审核期间不能修改，需要修改请先撤回。' : '您可以修改后直接发布。'
  if (status === 1) notes.push({ tone: 'waiting', text: `正在等待审核。${wait}` })
  if (status === 3)
    notes.push({ tone: 'bad', text: `未通过审核：${reason || '没有填写原因'}。修改后可以重新提交。` })
  if (status === 4) notes.push({ tone: 'info', text: '已下架，小程序不再显示；重新发布后恢复。' })
  if (status === 5) notes.push({ tone: 'info', text: `将在 ${timestampText(textOf(publishAt))} 自动发布。` })
  if (revisionStatus === 0)
    notes.push({ tone: 'info', text: '已发布的版本仍在展示；下面是还没有提交的修改。' })
  if (revisionStatus === 1)
    notes.push({ tone: 'waiting', text: `已发布的版本仍在展示；下面的修改正在等待审核。${wait}` })
  if (revisionStatus === 3)
    notes.push({
      tone: 'bad',
      text: `已发布的版本仍在展示；下面的修改未通过审核：${reason || '没有填写原因'}。`,
    })
  return notes
}

/** `publishAt` as the form has it now. */
export const editorStateOf = (base: AnyRecord | null, self: AccessUser, publishAt: unknown): EditorState => {
  const isReviewer = may('article.pass', self)
  const publish = !isReviewer ? '提交审核' : isAhead(publishAt) ? '定时发布' : '发布'
  if (!base)
    return {
      isNew: true,
      isLocked: false,
      saveLabel: '保存草稿',
      submitLabel: publish,
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
    saveLabel: isPublished ? '保存修改' : status === 0 || status === 3 ? '保存草稿' : '保存',
    submitLabel: isPublished
      ? `${isReviewer ? '发布' : '提交'}修改`
      : status === 4 && !isAhead(publishAt)
        ? `重新${publish}`
        : publish,
    isSubmittable:
      [0, 1, 3, 4].includes(Number(status)) ||
      (isPublished && revisionStatus !== null && revisionStatus !== undefined),
    notes: notesOf(base, isLocked),
  }
}

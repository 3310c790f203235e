import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { rehearsals } from '../../../resources/settings/rehearsals.ts'

export type RehearsalAnswer = OutputOf<typeof rehearsals.calls.review>
export type RehearsedEffect = RehearsalAnswer['effects'][number]

const sentences: Readonly<Record<string, string | undefined>> = {
  'unneeded cards': '%{of}次名片审核中，%{count}次本不需要',
  'unneeded articles': '%{of}次内容审核中，%{count}次本不需要',
  'refused cards': '%{count}份被驳回的名片修改会直接发布',
  'refused articles': '%{count}篇被驳回的内容会直接发布',
  'waiting cards': '%{of}次直接发布的名片修改中，%{count}次要先审核',
  'waiting articles': '%{of}次直接发布的内容中，%{count}次要先审核',
  'locked cards': '%{of}次律师修改中，%{count}次会因字段锁定被拒绝',
  'stopped cards': '%{of}次提交或发布的名片中，%{count}次会被拦下',
  'stopped articles': '%{of}次提交或发布的内容中，%{count}次会被拦下',
  'found cards': '%{of}次提交或发布的名片中，%{count}次会多出合规提示',
  'found articles': '%{of}次提交或发布的内容中，%{count}次会多出合规提示',
  'gone cards': '%{of}次提交或发布的名片中，%{count}次会少掉合规提示',
  'gone articles': '%{of}次提交或发布的内容中，%{count}次会少掉合规提示',
  'lost cards': '%{of}次名片审核决定中，%{count}次的决定人将没有这项权限',
  'lost articles': '%{of}次内容审核决定中，%{count}次的决定人将没有这项权限',
  'lost lawyers': '%{of}次注册审核决定中，%{count}次的决定人将没有这项权限',
  'gained cards': '%{of}次名片审核决定中，%{count}次会多出有权决定的人',
  'gained articles': '%{of}次内容审核决定中，%{count}次会多出有权决定的人',
  'gained lawyers': '%{of}次注册审核决定中，%{count}次会多出有权决定的人',
}

/** An effect as a sentence; null for one that this version does not know. */
export const effectSentence = ({ effect, type, count, of }: RehearsedEffect, translate: Translate) => {
  const sentence = sentences[`${effect} ${type}`]
  return sentence ? translate(sentence, { count, of }) : null
}

/** What the result rests on, and what it leaves out. */
export const limitSentences = ({ seen, isCut, unlike }: RehearsalAnswer, translate: Translate) => [
  translate('共看了%{count}条修改、提交和决定的记录。', { count: seen }),
  ...(isCut ? [translate('记录较多，每类已截至最近 5000 次。')] : []),
  ...(unlike > 0
    ? [translate('另有%{count}次是在与现行规则不同的规则下发生的，没有计入。', { count: unlike })]
    : []),
]

import type { PreviewLook } from './look.ts'
import type { Screen } from './Phone.tsx'

import './miniPages.css'

type Level = 1 | 2 | 3
type Review = Readonly<Record<string, unknown>>
type Props = {
  review: Review
  /** What a lawyer writes, with the level of each: 1 免审, 2 需审, 3 锁定. */
  fields: readonly { name: string; label: string; level: Level }[]
  look: PreviewLook
}

const marks = {
  1: ['立即生效', 'is-good'],
  2: ['需审核', 'is-waiting'],
  3: ['不可修改', 'is-locked'],
} as const

/** 编辑名片 as a lawyer sees it: what is reviewed is marked before he types. */
export const cardFormScreen = ({ review, fields }: Props): Screen => {
  const mode = review['cardReview']
  const keys = Array.isArray(review['keyFields']) ? review['keyFields'] : []
  const levelOf = ({ name, label, level }: Props['fields'][number]): Level => {
    if (level === 3) return 3
    if (mode === 0) return 1
    if (mode === 1) return 2
    return keys.includes(name) || keys.includes(label) || level === 2 ? 2 : 1
  }
  const isReviewed = mode !== 0
  return {
    title: '编辑名片',
    content: (
      <div className="mini">
        <section className="mini-section">
          <ul className="mini-inputs">
            {fields.map(field => {
              const [word, tone] = marks[levelOf(field)]
              return (
                <li key={field.name}>
                  {field.label}
                  <small className={`mini-mark ${tone}`}>{word}</small>
                </li>
              )
            })}
          </ul>
        </section>
        <p className="mini-foot">
          {isReviewed ? `提交后由管理员在 ${Number(review['slaHours']) || '—'} 小时内审核` : '保存后立即发布'}
        </p>
      </div>
    ),
    foot: <p className="mini-button">{isReviewed ? '提交审核' : '保存并发布'}</p>,
  }
}

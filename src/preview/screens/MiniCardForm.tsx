import type { PreviewLook } from '../phone/look.ts'
import type { PhoneScreen } from '../phone/Phone.tsx'

import './miniPages.css'

type Level = 1 | 2 | 3
type ReviewSettings = Readonly<Record<string, unknown>>
type Props = {
  review: ReviewSettings
  /** Fields that a lawyer can edit, with their review level: 1 免审, 2 需审, 3 锁定. */
  fields: readonly { name: string; label: string; level: Level }[]
  look: PreviewLook
}

const levelMarks = {
  1: ['立即生效', 'is-good'],
  2: ['需审核', 'is-waiting'],
  3: ['不可修改', 'is-locked'],
} as const

/** Screen 编辑名片 of a lawyer, with a mark at each field whether changes are reviewed. */
export const cardFormScreen = ({ review, fields }: Props): PhoneScreen => {
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
              const [word, tone] = levelMarks[levelOf(field)]
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

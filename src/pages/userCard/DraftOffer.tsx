import { momentText } from '../../fields/dates.ts'
import type { useDraft } from '../../views/form/useDraft.ts'

type Draft = ReturnType<typeof useDraft>
type Props = Pick<Draft, 'restore' | 'forget'> & { offered: NonNullable<Draft['offered']> }

/** What an expired session or a closed tab left behind. */
export const DraftOffer = ({ offered, restore, forget }: Props) => (
  <div className="draft-offer" role="alert">
    <p>恢复未保存的内容?({momentText(new Date(offered.savedAt).toISOString())} 填写)</p>
    <button type="button" className="button button-primary" onClick={restore}>
      恢复
    </button>
    <button type="button" className="button" onClick={forget}>
      不需要
    </button>
  </div>
)

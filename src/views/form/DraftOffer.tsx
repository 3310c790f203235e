import { timestampText } from '../../fields/dates.ts'
import { Button } from '../../layout/Button.tsx'

type Props = {
  offered: { savedAt: number; isOlder: boolean }
  restore: () => void
  forget: () => void
}

/** What was typed and not saved, offered to whoever typed it. */
export const DraftOffer = ({ offered, restore, forget }: Props) => (
  <div className="draft-offer" role="alert">
    <p>
      恢复未保存的内容？（{timestampText(new Date(offered.savedAt).toISOString())} 填写
      {offered.isOlder && '，之后这条记录被修改过'}）
    </p>
    <Button look="primary" onClick={restore}>
      恢复
    </Button>
    <Button onClick={forget}>不需要</Button>
  </div>
)

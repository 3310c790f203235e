import { timestampText } from '../../fields/dates.ts'

type Props = { offered: { savedAt: number; isOlder: boolean }; onGoOn: () => void; onGiveUp: () => void }

/** What was being written, offered to whoever wrote it. */
export const DraftChoice = ({ offered: { savedAt, isOlder }, onGoOn, onGiveUp }: Props) => (
  <div className="draft-offer" role="alert">
    <p>
      有一份没有保存的草稿（{timestampText(new Date(savedAt).toISOString())} 自动保存
      {isOlder && '，之后这篇内容被修改过'}）
    </p>
    <button type="button" className="button button-primary" onClick={onGoOn}>
      继续编辑
    </button>
    <button type="button" className="button" onClick={onGiveUp}>
      放弃
    </button>
  </div>
)

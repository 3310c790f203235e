import { mpCard } from '../../../resources/settings/mpCard.ts'
import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import { CardPagePreview } from '../../preview/screens/CardPagePreview.tsx'
import { MiniProgramPart } from '../../settings/MiniProgramPart.tsx'

const renderPreview = (values: Readonly<Record<string, unknown>>) => <CardPagePreview page={values} />

/** Page 名片页: the layout of all cards, and which fields lawyers may change. */
export const MpCard = () => (
  <MiniProgramPart part="card" {...mpCard} {...mpInitial.card} preview={renderPreview} rehearsal="cardPage" />
)

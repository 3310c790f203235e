export type PublicCard = {
  id: number
  version: number
  name?: string | null
  organizationId: number | null
  /** 0 is 未发布, 3 is 已隐藏. */
  publishState: number | null
  language?: string | undefined
  /** The card's printed code; a list does not answer it. */
  codeKey?: string | null | undefined
}

/** Whether visitors can see the card; only then there are files to hand out. */
export const isPublicCard = ({ publishState }: PublicCard) => publishState !== 0 && publishState !== 3

/** Side of a card's code in pixels. */
export const codeSize = 640

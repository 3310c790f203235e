export type Position = { postName: string; postCode: string }

export const isPosition = (value: unknown): value is Position =>
  typeof value === 'object' && value !== null && 'postName' in value && 'postCode' in value

/** Title on a card; an English card shows the code, which is the English title (specification, section 3). */
export const positionLabel = ({ postName, postCode }: Position, language: unknown) =>
  language === 'EN' ? postCode : postName

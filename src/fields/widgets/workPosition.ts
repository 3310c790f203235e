export type Position = { postName: string; postCode: string }

/** An English card shows the code, which is the English title (specification, section 3). */
export const labelOf = ({ postName, postCode }: Position, language: unknown) =>
  language === 'EN' ? postCode : postName

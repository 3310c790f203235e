/** A mistake of whoever starts the command; it is printed without a stack, and nothing was written. */
export class Mistake extends Error {}

export const refuse = (sentence: string): never => {
  throw new Mistake(sentence)
}

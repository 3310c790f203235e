/** Numbers of records that wait for the user's review, and how many of them are proposals of language models' programs. */
export type ReviewCount = { all: number; proposals: number }

export const reviewCountKey = ['reviews', 'count']

type Draft = Readonly<Record<string, unknown>>

const conditions: Readonly<Record<string, (article: Draft) => boolean>> = {
  content: it => it.contentMode !== 2,
  linkUrl: it => it.contentMode === 2,
  sourceName: it => it.sourceType === 2,
  caseInfo: it => it.kind === 3,
  parties: it => it.kind === 3,
  videoType: it => it.kind === 4,
  videoCover: it => it.kind === 4,
  videoUrl: it => it.kind === 4 && (it.videoType === 1 || it.videoType === 3),
  duration: it => it.kind === 4 && (it.videoType === 1 || it.videoType === 3),
  finderUserName: it => it.kind === 4 && it.videoType === 2,
  feedId: it => it.kind === 4 && it.videoType === 2,
}

/** Whether a field applies to an article in its current form. Other fields are neither shown nor saved. */
export const isFieldApplicable = (name: string, article: Draft) => conditions[name]?.(article) ?? true

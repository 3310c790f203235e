import app from '../../../resources/locales/en/app.json?url'
import { withoutContext } from '../../../resources/kit/translate.ts'

/** Names a label in Chinese or, for readers of any other language, in English. */
export const translateLabel = async (label: string, locale: string): Promise<string> => {
  const chinese = withoutContext(label)
  if (locale.startsWith('zh')) return chinese
  const texts: Record<string, string> = await (await fetch(app)).json()
  return texts[label] ?? chinese
}

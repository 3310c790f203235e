import type { Translate } from '../../../resources/kit/translate.ts'
import type { OwnCard } from '../../card/useOwnCards.ts'

/** Which of the lawyer's two cards this is. */
export const cardName = ({ language }: Pick<OwnCard, 'language'>, translate: Translate) =>
  language === 'EN' ? translate('英文名片') : translate('中文名片')

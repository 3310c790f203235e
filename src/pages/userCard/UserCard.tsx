import { useStore, useTranslate } from 'ra-core'
import { useCallback, useRef, useState } from 'react'

import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'
import { ScheduledNote } from '../../card/ScheduledNote.tsx'
import { MachineNote } from '../../card/MachineNote.tsx'
import { LanguageGapNote } from '../../card/languages/LanguageGaps.tsx'
import { LanguageTabs } from '../../card/languages/LanguageTabs.tsx'
import {
  type CardLanguage,
  type OwnCard,
  type OwnCards,
  useCardLanguage,
  useOwnCards,
} from '../../card/useOwnCards.ts'
import { PageActions, PageTitle } from '../../layout/pageSlots.tsx'
import { useSession } from '../../session/sessionContext.ts'
import { useNarrow } from '../../browser/useNarrow.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { Loaded } from '../../states/Loaded.tsx'
import { CompareButton } from '../../card/languages/OtherLanguage.tsx'
import { OwnQuestions } from './OwnQuestions.tsx'
import { OwnCardForm, type OwnCardHandle } from './OwnCardForm.tsx'

import './userCard.css'
import { OtherEditors } from '../../form/saving/OtherEditors.tsx'

const languages = ['CN', 'EN'] as const satisfies readonly CardLanguage[]

type Account = OutputOf<(typeof lawyers.calls)['lawyerInfo']>

/** Account of a lawyer without a card, whose data are the initial values. */
const useAccount = (isNeeded: boolean) => {
  const { id } = useSession().self
  const query = useRecordForPage<Account>('lawyers', isNeeded ? id : undefined, { retry: false })
  // A refetch after a failure sets `isLoading` again, but must not replace a form that is already shown.
  return { data: query.data, isLoading: query.isLoading && !query.isFetched }
}

const initialValues = (
  account: Account | undefined,
  language: CardLanguage,
  other: OwnCards[CardLanguage],
): Record<string, unknown> => {
  if (other && language === 'EN') {
    const { avatar, workPosition, licenseNumber, mobile, phone, email, professions, visibility } = other
    const name = account?.nameEn ?? ''
    return { name, avatar, workPosition, licenseNumber, mobile, phone, email, professions, visibility }
  }
  const { name, nameEn, email, avatar, team, licenseNumber } = account ?? {}
  return { name: language === 'EN' ? nameEn : name, email, avatar, team, licenseNumber }
}

/** State of both forms, for the common leave guard. */
const useBothForms = () => {
  const forms = useRef(new Map<CardLanguage, OwnCardHandle>())
  const onReady = useCallback((of: CardLanguage, form: OwnCardHandle) => void forms.current.set(of, form), [])
  return {
    onReady,
    isChangedNow: () => [...forms.current.values()].some(form => form.isChangedNow()),
    keepAll: () => forms.current.forEach(form => form.keep()),
  }
}

/** What is to be known about the card before it is edited: questions that wait, who else has it open, what it lacks. */
const CardNotes = ({ card, chinese }: { card: OwnCard; chinese: OwnCard | null }) => (
  <>
    <OwnQuestions card={card} />
    <OtherEditors resource="cards" id={card.id} />
    <MachineNote card={card} />
    {card.language === 'EN' && chinese && <LanguageGapNote chinese={chinese} english={card} mayConfirm />}
    <ScheduledNote card={card} mayWithdraw />
  </>
)

/** Note on the tab of a language: unsaved changes, or no card yet. */
const tabNoteOf = (card: OwnCard | null, changed: number, translate: Translate) =>
  changed > 0 ? translate('未保存') : card === null ? translate('未创建') : ''

/** Both forms stay mounted, so that switching between the languages keeps typed values. */
const CardForms = ({ data }: { data: OwnCards }) => {
  const translate = useTranslate()
  const [language, setLanguage] = useCardLanguage()
  const [changed, setChanged] = useState<Record<CardLanguage, number>>({ CN: 0, EN: 0 })
  const [openedLanguages, setOpenedLanguages] = useState<readonly CardLanguage[]>([language])
  const account = useAccount(data[language] === null)
  const onChanged = useCallback(
    (of: CardLanguage, count: number) =>
      setChanged(known => (known[of] === count ? known : { ...known, [of]: count })),
    [],
  )
  const { onReady, isChangedNow, keepAll } = useBothForms()
  const openTab = (next: CardLanguage) => {
    setOpenedLanguages(known => (known.includes(next) ? known : [...known, next]))
    setLanguage(next)
  }
  // Shown beside the fields by default; on a phone below each field, only on request.
  const isNarrow = useNarrow()
  const [chosen, setComparing] = useStore<boolean | null>('userCard.isComparing', null)
  const isComparing = chosen ?? !isNarrow
  const other = data[language === 'CN' ? 'EN' : 'CN']
  const noteOf = (own: CardLanguage) => tabNoteOf(data[own], changed[own], translate)
  return (
    <>
      <PageTitle>{language === 'CN' ? translate('名片信息') : translate('英文名片信息')}</PageTitle>
      {other && (
        <PageActions>
          <CompareButton language={other.language} isComparing={isComparing} onChange={setComparing} />
        </PageActions>
      )}
      <LanguageTabs language={language} notes={{ CN: noteOf('CN'), EN: noteOf('EN') }} onChange={openTab} />
      {languages
        .filter(own => openedLanguages.includes(own) || own === language)
        .map(own => (
          <div key={own} hidden={own !== language} className="stack">
            {data[own] && own === language && <CardNotes card={data[own]} chinese={data.CN} />}
            {data[own] === null && account.isLoading ? (
              <Spinner />
            ) : (
              <OwnCardForm
                language={own}
                card={data[own]}
                other={isComparing && own === language ? other : null}
                initial={initialValues(account.data, own, data[own === 'CN' ? 'EN' : 'CN'])}
                isShown={own === language}
                onChanged={onChanged}
                onReady={onReady}
              />
            )}
          </div>
        ))}
      <LeaveGuard isChanged={changed.CN + changed.EN > 0} isChangedNow={isChangedNow} onLeave={keepAll} />
    </>
  )
}

/** Page 名片信息: the own card of a lawyer, in both languages. */
export const UserCard = () => <Loaded query={useOwnCards()}>{data => <CardForms data={data} />}</Loaded>

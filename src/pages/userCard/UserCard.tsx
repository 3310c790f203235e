import { useStore, useTranslate } from 'ra-core'
import { useCallback, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

import { useRecordForPage } from '../../../providers/useRecordForPage.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'
import { type HeldMandate, MandateContext, useMandate } from '../../card/mandates/mandateContext.ts'
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
import { useFormats } from '../../language/useLanguage.ts'
import { useCall } from '../../session/useCall.ts'
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
const CardNotes = ({ card, chinese }: { card: OwnCard; chinese: OwnCard | null }) => {
  const isOwn = useMandate() === null
  return (
    <>
      <OwnQuestions card={card} />
      {isOwn && <OtherEditors resource="cards" id={card.id} />}
      <MachineNote card={card} />
      {card.language === 'EN' && chinese && (
        <LanguageGapNote chinese={chinese} english={card} mayConfirm={isOwn} />
      )}
      <ScheduledNote card={card} mayWithdraw={isOwn} />
    </>
  )
}

/** Note on the tab of a language: unsaved changes, or no card yet. */
const tabNoteOf = (card: OwnCard | null, changed: number, translate: Translate) =>
  changed > 0 ? translate('未保存') : card === null ? translate('未创建') : ''

/** Whether the other language is shown beside the fields: by default, but on a phone only on request. */
const useComparing = () => {
  const isNarrow = useNarrow()
  const [chosen, setComparing] = useStore<boolean | null>('userCard.isComparing', null)
  return [chosen ?? !isNarrow, setComparing] as const
}

const NoCardNote = ({ mandate }: { mandate: HeldMandate }) => {
  const translate = useTranslate()
  return (
    <p className="note">
      {translate('还没有这种语言的名片，请由%{name}本人新建。', { name: mandate.lawyerName })}
    </p>
  )
}

/** Both forms stay mounted, so that switching between the languages keeps typed values. */
const CardForms = ({ data }: { data: OwnCards }) => {
  const translate = useTranslate()
  const [language, setLanguage] = useCardLanguage()
  const [changed, setChanged] = useState<Record<CardLanguage, number>>({ CN: 0, EN: 0 })
  const [openedLanguages, setOpenedLanguages] = useState<readonly CardLanguage[]>([language])
  const mandate = useMandate()
  const account = useAccount(data[language] === null && !mandate)
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
  const [isComparing, setComparing] = useComparing()
  // An assistant reads of the other language what the own tab shows.
  const other = mandate ? null : data[language === 'CN' ? 'EN' : 'CN']
  const noteOf = (own: CardLanguage) => tabNoteOf(data[own], changed[own], translate)
  return (
    <>
      <PageTitle>{titleOf(language, mandate, translate)}</PageTitle>
      {mandate && <MandateNote mandate={mandate} />}
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
            {data[own] === null && mandate ? (
              <NoCardNote mandate={mandate} />
            ) : data[own] === null && account.isLoading ? (
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

const Cards = () => <Loaded query={useOwnCards()}>{data => <CardForms data={data} />}</Loaded>

const titleOf = (language: CardLanguage, mandate: HeldMandate | null, translate: Translate) => {
  if (!mandate) return language === 'CN' ? translate('名片信息') : translate('英文名片信息')
  const name = mandate.lawyerName
  return language === 'CN'
    ? translate('%{name}的名片信息', { name })
    : translate('%{name}的英文名片信息', { name })
}

/** In whose place the card is maintained, and until when. */
const MandateNote = ({ mandate: { lawyerName, endOn } }: { mandate: HeldMandate }) => {
  const translate = useTranslate()
  const formats = useFormats()
  return (
    <p className="note">
      {translate('您代%{name}维护名片，至%{day}。只能修改代办字段，其他字段只显示已公开的内容。', {
        name: lawyerName,
        day: formats.day(endOn),
      })}
    </p>
  )
}

/** The card of a lawyer that the user maintains under a mandate. */
const KeptCard = ({ lawyerId }: { lawyerId: number }) => {
  const translate = useTranslate()
  const query = useCall('mandates.held', {}, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {held => {
        const mandate = held.find(it => it.lawyerId === lawyerId && it.state === 1)
        if (!mandate)
          return (
            <p className="note is-waiting">
              {translate('代办已结束、已到期或尚未开始，现在不能维护这张名片。')}{' '}
              <Link to="/app/user/mandate">{translate('查看代办名片')}</Link>
            </p>
          )
        return (
          <MandateContext value={mandate}>
            <Cards key={mandate.id} />
          </MandateContext>
        )
      }}
    </Loaded>
  )
}

/** Page 名片信息: the own card of a lawyer in both languages. */
export const UserCard = () => <Cards />

/** Page 代办名片信息: the card of another lawyer that the user maintains. */
export const MandatedCard = () => {
  const [params] = useSearchParams()
  const lawyer = Number(params.get('lawyer'))
  return <KeptCard key={lawyer} lawyerId={lawyer} />
}

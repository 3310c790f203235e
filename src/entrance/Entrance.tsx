import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import type { AppLanguage } from '../../providers/language.ts'
import { loginOptionsIn, type PublicConf } from '../../providers/publicConf.ts'
import type { SignInResult } from '../../providers/signIn.ts'
import { Filings } from '../layout/Filings.tsx'
import { Contacts } from './Contacts.tsx'
import { type HashPageProps, openHashPage } from './hashPages/hashPage.ts'
import { useHashPage } from './hashPages/hashPages.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { Letterhead } from './Letterhead.tsx'
import { usePopulation } from './signIn/storedChoices.ts'
import { SignInForm } from './signIn/SignInForm.tsx'
import { type SignInValues, useEarlyActions, readSignInValues } from './signIn/formStart.ts'
import { FirmName } from './title.ts'
import type { Problem } from './signIn/useCredentials.ts'
import { useFactorStep } from './factor/useFactorStep.tsx'
import type { Sentence } from '../../resources/kit/translate.ts'
import type { RefusedSignIn } from './signIn/useSignIn.ts'

const subscribeNetwork = (listener: () => void) => {
  for (const type of ['online', 'offline']) addEventListener(type, listener)
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, listener)
  }
}

/** Offline notice above the current form, including registration and recovery. */
const OfflineNotice = () => {
  const translate = useTranslate()
  const isOnline = useSyncExternalStore(
    subscribeNetwork,
    () => navigator.onLine,
    () => true,
  )
  return (
    <p className="offline" role="status">
      <span id="offline" hidden={isOnline}>
        {translate('网络已断开，填写的内容都还在。恢复后请继续。')}
      </span>
    </p>
  )
}

/** Says above the form that the demo is emptied each hour. */
const DemoNotice = () => {
  const translate = useTranslate()
  return (
    <p className="demo-notice">
      {translate('这是演示：每到整点清空重来，填写的内容不会保留，也不会向外发送短信、邮件或推送。')}
    </p>
  )
}

/** Public configuration of the firm; undefined while it is loading, null if it could not be fetched. */
const usePublicConf = (confPromise: Promise<PublicConf | null>, language: AppLanguage) => {
  const [conf, setConf] = useState<PublicConf | null | undefined>(undefined)
  useEffect(() => {
    // If the texts cannot be loaded, the page keeps its current language.
    const showWanted = (firmLocale?: string | null) =>
      void language.showLocale(language.wantedLocale(firmLocale)).catch(() => {})
    showWanted()
    void confPromise.then(answer => {
      setConf(answer)
      if (answer === null) return
      language.offerLanguages(answer.languages)
      showWanted(answer.locale)
      if (answer.favicon) document.querySelector('link[rel=icon]')?.setAttribute('href', answer.favicon)
    })
  }, [confPromise, language])
  return conf
}

export type EntranceHandlers = {
  /** Called when the user starts typing, so that the code needed next can be loaded. */
  onBegin: () => void
  onSigned: (signed: SignInResult) => void
}

type Props = EntranceHandlers & { language: AppLanguage; conf: Promise<PublicConf | null> }

const Notices = ({ conf }: { conf: PublicConf | null | undefined }) => (
  <>
    <OfflineNotice />
    {conf?.isDemoReset && <DemoNotice />}
  </>
)

/** The sign-in page; registration and recovery replace its form. */
export const Entrance = ({ language, conf: confPromise, ...on }: Props) => {
  const conf = usePublicConf(confPromise, language)
  const form = useRef<HTMLFormElement>(null)
  const [population, choosePopulation] = usePopulation()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [refusedApplication, setRefusedApplication] = useState<RefusedSignIn | null>(null)
  const [keptValues, setKeptValues] = useState<SignInValues | null>(null)
  const keepValues = () => setKeptValues(before => (form.current ? readSignInValues(form.current) : before))
  const renderHashPage = useHashPage({
    ready: confPromise,
    onOpen: keepValues,
    onFailure: () => setProblem({ sentence: translate => translate('页面加载失败，请检查网络后重试') }),
  })
  const showForm = (sentence?: Sentence) => {
    setProblem(sentence ? { sentence } : null)
    openHashPage('')
  }
  const factor = useFactorStep({ onOpen: keepValues, onSigned: on.onSigned, onLeave: showForm })
  useEarlyActions()
  const leave: HashPageProps['onLeave'] = ({ userType, account, sentence }) => {
    if (userType) choosePopulation(userType)
    if (account) setKeptValues(before => before && { ...before, account })
    showForm(sentence)
  }
  const account = keptValues?.account ?? ''
  return (
    <FirmName value={conf?.name ?? ''}>
      <Letterhead conf={conf ?? null} />
      <main className="desk">
        <Notices conf={conf} />
        {factor.step ??
          renderHashPage?.({
            options: conf?.login ?? loginOptionsIn(null),
            population,
            account,
            refused: refusedApplication?.mobile === account ? refusedApplication : null,
            onSigned: on.onSigned,
            onFactor: factor.ask,
            onLeave: leave,
          }) ?? (
            <SignInForm
              form={form}
              keptValues={keptValues}
              population={population}
              onPopulation={choosePopulation}
              options={conf?.login ?? null}
              problem={problem}
              onProblem={setProblem}
              {...on}
              onRefused={setRefusedApplication}
              onFactor={factor.ask}
            />
          )}
        <Contacts />
        <LanguageChoice />
        <footer className="sign-in-footer">{conf && <Filings icp={conf.icp} />}</footer>
      </main>
    </FirmName>
  )
}

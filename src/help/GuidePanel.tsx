import Drawer from '@mui/material/Drawer'
import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { lawyerPopulation } from '../../resources/domain/role.ts'
import statement from '../../docs/accessibility.md'
import guide from '../../docs/use.zh-CN.md'
import { useMediaQuery } from '../browser/useMediaQuery.ts'
import { useShownLocale } from '../language/useLanguage.ts'
import { useSession } from '../session/sessionContext.ts'
import { Button } from '../ui/Button.tsx'
import { type GuideSection, sectionsAbout } from './guideSection.ts'

import './guidePanel.css'

/** Made from the product's own documents by its build, so that there is nothing to sanitise. */
const Text = ({ html }: { html: string }) => <div dangerouslySetInnerHTML={{ __html: html }} />

const Sections = ({ sections, lang }: { sections: readonly GuideSection[]; lang: string }) => (
  <div className="guide-text" lang={lang} dir="ltr">
    {sections.map(({ title, parts }) => (
      <section key={title}>
        <h3>{title}</h3>
        {parts.map(({ html }) => (
          <Text key={html} html={html} />
        ))}
      </section>
    ))}
  </div>
)

/** What can be read besides the text about the current page: a section of the guide by its number, or the statement. */
type Choice = number | 'page' | 'statement'

type ContentProps = { path: string; choice: Choice }

const Content = ({ path, choice }: ContentProps) => {
  const translate = useTranslate()
  const isLawyer = useSession().self.userType === lawyerPopulation
  if (choice === 'statement') return <Sections sections={statement} lang="en" />
  const about = sectionsAbout(guide, path, isLawyer)
  if (choice !== 'page') return <Sections sections={guide.slice(choice, choice + 1)} lang="zh-CN" />
  if (about.length > 0) return <Sections sections={about} lang="zh-CN" />
  return (
    <>
      <p className="secondary">{translate('指南没有专门说明本页，以下是它的开头。')}</p>
      <Sections sections={guide.slice(0, 1)} lang="zh-CN" />
    </>
  )
}

type ChooserProps = { choice: Choice; onChoose: (choice: Choice) => void }

const Chooser = ({ choice, onChoose }: ChooserProps) => {
  const translate = useTranslate()
  return (
    <select
      className="control control-select"
      aria-label={translate('指南的章节')}
      value={String(choice)}
      onChange={({ target: { value } }) =>
        onChoose(value === 'page' || value === 'statement' ? value : Number(value))
      }
    >
      <option value="page">{translate('关于本页')}</option>
      {guide.map(({ title }, index) => (
        <option key={title + index} value={index} lang="zh-CN">
          {title}
        </option>
      ))}
      <option value="statement">{translate('无障碍声明（英文）')}</option>
    </select>
  )
}

/** The text about one page; another page starts with its own. */
const PageGuide = ({ path }: { path: string }) => {
  const translate = useTranslate()
  const [choice, setChoice] = useState<Choice>('page')
  const isChinese = useShownLocale().startsWith('zh')
  return (
    <div className="guide-content">
      {!isChinese && <p className="secondary">{translate('指南只有中文版。')}</p>}
      <Chooser choice={choice} onChoose={setChoice} />
      <Content path={path} choice={choice} />
    </div>
  )
}

/** The users' guide beside the page, which can be used meanwhile; on a phone over it. */
export const GuidePanel = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const isPhone = useMediaQuery('(max-width: 899.95px)')
  const closing = useRef<HTMLButtonElement>(null)
  // The focus comes here and goes back to the button that opened the panel.
  useEffect(() => {
    const opener = document.activeElement
    closing.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && !isPhone) onClose()
  }
  const title = translate('使用指南')
  const paper = {
    className: 'guide-panel',
    role: isPhone ? 'dialog' : 'region',
    'aria-label': title,
    onKeyDown,
  }
  return (
    <Drawer
      open
      anchor="right"
      variant={isPhone ? 'temporary' : 'persistent'}
      onClose={onClose}
      slotProps={{ paper }}
    >
      <div className="dialog-head">
        <h2>{title}</h2>
        <Button ref={closing} look="quiet" aria-label={translate('关闭')} onClick={onClose}>
          ×
        </Button>
      </div>
      <PageGuide key={pathname} path={pathname} />
    </Drawer>
  )
}

import { useTranslate } from 'ra-core'

import { Pills } from '../../ui/Pills.tsx'
import { useNarrow } from '../../browser/useNarrow.ts'
import type { PreviewLook } from './look.ts'

const widths = [
  [320, '320'],
  [375, '375'],
  [414, '414'],
] as const
const themes = [
  ['light', '浅色'],
  ['dark', '深色'],
] as const
const languages = [
  ['CN', '中'],
  ['EN', 'EN'],
] as const
const visitors = [
  [0, '访客'],
  [1, '已登录'],
] as const

type Props = { look: PreviewLook; hasLanguage: boolean; onChange: (look: PreviewLook) => void }

/** Settings of the preview: screen width, colour scheme, language and visitor. */
export const PreviewSettings = ({ look, hasLanguage, onChange }: Props) => {
  const translate = useTranslate()
  // On a narrow screen the preview has the width of the screen.
  const isNarrow = useNarrow()
  return (
    <div className="look-bar">
      {!isNarrow && (
        <Pills
          aria-label={translate('屏幕宽度')}
          options={widths}
          value={look.width}
          onChange={width => onChange({ ...look, width })}
        />
      )}
      <Pills
        aria-label={translate('小程序配色')}
        options={themes}
        value={look.theme}
        onChange={theme => onChange({ ...look, theme })}
      />
      {hasLanguage && (
        <Pills
          aria-label={translate('小程序语言')}
          options={languages}
          value={look.language}
          onChange={language => onChange({ ...look, language })}
        />
      )}
      <Pills
        aria-label={translate('访问者')}
        options={visitors}
        value={look.isSignedIn}
        onChange={isSignedIn => onChange({ ...look, isSignedIn })}
      />
    </div>
  )
}

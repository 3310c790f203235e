import { useTranslate } from 'ra-core'
import { useRef, useState } from 'react'

import type { ServedCall } from '../../../providers/call.ts'
import { CallError, errorSentence } from '../../../providers/envelope.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { frameText } from '../../fields/pictures/pictures.ts'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { useServedCall } from '../../session/useCall.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useGrouped } from '../../language/countText.ts'
import { type PhotoComparison, type UnusedFile, useComparison, usePhotoUpload } from './usePhotos.ts'

import './lawyerPhotos.css'

const UnusedFiles = ({ label, files }: { label: string; files: readonly UnusedFile[] }) => {
  const translate = useTranslate()
  if (files.length === 0) return null
  return (
    <>
      <h3>{label}</h3>
      <ul className="photo-faults" aria-label={label}>
        {files.map(({ name, reason }, index) => (
          <li key={index}>{translate('%{label}：%{text}', { label: name, text: reason })}</li>
        ))}
      </ul>
    </>
  )
}

const MatchedPhotos = ({ matched }: Pick<PhotoComparison, 'matched'>) => {
  const translate = useTranslate()
  return (
    <ul className="photo-matches" aria-label={translate('将更新的人员')}>
      {matched.map(({ name, picture, person }) => (
        <li key={person.id}>
          <img src={picture.url} alt="" loading="lazy" />
          <span>
            <strong>{person.name}</strong>
            <small>{person.officeName}</small>
            <small>{name}</small>
            {person.hasPicture === 1 && <small>{translate('替换现有照片')}</small>}
          </span>
        </li>
      ))}
    </ul>
  )
}

type CheckProps = Pick<PhotoComparison, 'matched'> & {
  isOn: boolean
  isDisabled: boolean
  onChange: (isOn: boolean) => void
}

/** Whether the cards of the people get the pictures, too. */
const CardsCheck = ({ matched, isOn, isDisabled, onChange }: CheckProps) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const count = matched.reduce((sum, { person }) => sum + person.cards.length, 0)
  if (count === 0) return null
  return (
    <label className="inline-check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {translate('同时更换其 %{count} 张名片上的照片，已发布的立即生效', { count: grouped(count) })}
    </label>
  )
}

const ComparedArchive = ({ comparison: { fileName, matched, unused } }: { comparison: PhotoComparison }) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  const { start, done, data, error, isPending, isServed } = usePhotoUpload()
  const [withCards, setWithCards] = useState(true)
  const counts = [
    translate('将更新 %{count} 人', { count: grouped(matched.length) }),
    translate('没有使用 %{count} 个文件', { count: grouped(unused.length) }),
  ]
  return (
    <section className="panel" aria-label={translate('对比结果')}>
      <h2 className="section-title">{fileName}</h2>
      <p role="status">{counts.join(' · ')}</p>
      <UnusedFiles label={translate('没有使用的文件')} files={unused} />
      <MatchedPhotos matched={matched} />
      <UnusedFiles label={translate('没有完成的照片')} files={data?.failed ?? []} />
      {error && (
        <p className="failures" role="alert">
          {errorSentence(error, translate)}
        </p>
      )}
      {!data && (
        <CardsCheck matched={matched} isOn={withCards} isDisabled={isPending} onChange={setWithCards} />
      )}
      <div className="cluster photo-foot">
        {data ? (
          data.reports.length > 0 && (
            <>
              <p role="status">{translate('照片已上传，正在逐个更新。')}</p>
              {data.reports.map(({ label, path }) => (
                <ButtonLink key={path} to={path}>
                  {translate('查看结果：%{label}', { label: translate(label) })}
                </ButtonLink>
              ))}
            </>
          )
        ) : (
          <Button
            look="primary"
            disabled={isPending || matched.length === 0 || !isServed}
            onClick={() => start({ matched, withCards })}
          >
            {isPending
              ? translate('已上传 %{done}/%{count}', { done, count: matched.length })
              : translate('上传 %{count} 张照片', { count: grouped(matched.length) })}
          </Button>
        )}
      </div>
      <LeaveGuard isChanged={isPending} onLeave={() => {}} text={translate('离开后，这些修改不会保留。')} />
    </section>
  )
}

type MatchCall = ServedCall<'lawyers.matchNames'>

const PhotoScreen = ({ matching }: { matching: MatchCall }) => {
  const translate = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const { compare, data, error, isPending, submittedAt } = useComparison(matching)
  return (
    <div className="stack lawyer-photos">
      <section className="panel" aria-label={translate('选择文件')}>
        <p>
          {translate(
            '选择一个zip压缩包，里面每张照片以手机号、执业证号或姓名命名。先列出每张照片对应的人员，确认后才上传。',
          )}
        </p>
        <p className="secondary">
          {translate('照片按头像的比例居中裁剪，并去除拍摄地点等信息。要求：%{frame}。', {
            frame: frameText(lawyers.fields.avatar.frame, translate),
          })}
        </p>
        <div className="cluster">
          <Button
            look={data ? undefined : 'primary'}
            disabled={isPending}
            onClick={() => input.current?.click()}
          >
            {isPending ? translate('处理中…') : translate('选择文件')}
          </Button>
          <ButtonLink to={lawyers.views.list!.path}>{translate('返回列表')}</ButtonLink>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={translate('选择zip压缩包')}
          accept=".zip,application/zip"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // Lets the user choose the same file again after correcting it.
            target.value = ''
            if (file) compare(file)
          }}
        />
        {error && !isPending && (
          <p className="failures" role="alert">
            {error instanceof CallError ? errorSentence(error, translate) : translate(error.message)}
          </p>
        )}
      </section>
      {data && !isPending && <ComparedArchive key={submittedAt} comparison={data} />}
    </div>
  )
}

/** Page 批量上传照片: portraits from a zip archive, whose names say whose they are. */
export const LawyerPhotos = () => {
  const matching = useServedCall('lawyers.matchNames')
  return matching && <PhotoScreen matching={matching} />
}

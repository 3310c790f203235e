import { useTranslate } from 'ra-core'

import { errorSentence } from '../../../providers/envelope.ts'
import { Button } from '../../ui/Button.tsx'
import type { useOutput } from './useOutput.ts'

type Props = { output: ReturnType<typeof useOutput>; className: string; alt: string }

/** A generated picture, its loading state, or the error. */
export const OutputPicture = ({ output: { data, error, refetch }, className, alt }: Props) => {
  const translate = useTranslate()
  return error ? (
    <p role="alert">
      {errorSentence(error, translate)} <Button onClick={() => void refetch()}>{translate('重试')}</Button>
    </p>
  ) : (
    <div className={`output-picture ${className}`} aria-busy={!data}>
      {data && <img src={data.address} alt={alt} />}
    </div>
  )
}

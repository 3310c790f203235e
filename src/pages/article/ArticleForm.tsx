import { Form } from 'ra-core'
import { useMemo, useRef, useState } from 'react'
import type { FieldValues, Resolver } from 'react-hook-form'

import { ofKind } from '../../../resources/articles/index.ts'
import { applies } from '../../../resources/articles/applies.ts'
import type { AnyEntity, Fields } from '../../../resources/kit/index.ts'
import { initialOf } from '../../fields/kinds.tsx'
import { resolverOf } from '../../fields/resolver.ts'
import { hasPendingUploads } from '../../fields/richText/pendingUploads.ts'
import { sectionsOf, editableFields } from '../../form/sections.ts'
import { ArticleFormBody, type ArticleFormBodyProps } from './ArticleFormBody.tsx'

import './article.css'

type Props = Omit<ArticleFormBodyProps, 'resource' | 'fields' | 'onSubmitReady'> & {
  initial?: Readonly<Record<string, unknown>>
}

const uploadsPending = '还有图片没有传完，请等它传完、重试或移除'

/** Only what applies is checked and sent; pictures on their way would be lost. */
const resolverFor = (fields: Fields, base: Props['base']): Resolver<FieldValues> => {
  const check = resolverOf(fields, base ?? {})
  return async (values, ...rest) => {
    const shown = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, applies(name, values) ? value : null]),
    )
    const result = await check(shown, ...rest)
    return hasPendingUploads(shown['content'])
      ? { values: {}, errors: { content: { type: 'pending', message: uploadsPending } } }
      : result
  }
}

/** The editor of an article: a form of its declaration, laid out as a page. */
export const ArticleForm = (props: Props) => {
  const { kind, base, initial } = props
  const resource: AnyEntity = ofKind(kind)
  const isNew = base === null
  const fields = useMemo(
    () => editableFields(sectionsOf(resource, isNew ? 'create' : 'update'), resource.fields),
    [resource, isNew],
  )
  const resolver = useMemo(() => resolverFor(fields, base), [fields, base])
  // The form starts once: what is saved later is taken in without losing what is typed meanwhile.
  const [record] = useState(() => ({
    ...Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, base ? null : initialOf(field)]),
    ),
    ...(base ?? { ...resource.initial, ...initial }),
  }))
  const submit = useRef<(values: FieldValues) => Promise<void>>(async () => {})
  return (
    <Form
      className="form article-form"
      record={record}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values: FieldValues) => submit.current(values)}
    >
      <ArticleFormBody
        {...props}
        resource={resource}
        fields={fields}
        onSubmitReady={handler => {
          submit.current = handler
        }}
      />
    </Form>
  )
}

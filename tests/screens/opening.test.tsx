import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'

import { text } from '../../resources/kit/index.ts'
import { offices } from '../../resources/offices/index.ts'
import { positions } from '../../resources/positions.ts'
import { FormSections } from '../../src/form/FormSections.tsx'
import { pathTo } from '../../src/routing/paths.ts'
import { useServer } from '../support/screen.tsx'

const { app, network, open, put } = useServer()

let count = 0
/** Adds a new position on the server, so that tests do not share records. */
const add = async () => {
  const { call } = await app().as('admin')
  count += 1
  const postName = `顾问${count}`
  const more = { postLevel: 5, isPartner: 0, needLicence: 0, sort: 0, enabled: '1' } as const
  const { postId } = await call('positions.add', { postName, postCode: `Counsel ${count}`, ...more })
  return { postId, postName }
}
const change = async (postId: number, values: { postName?: string; postLevel?: number }) =>
  (await app().asNew('admin')).call('positions.update', { postId, ...values, version: 1 })

const textbox = (label: string) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) })

describe('a form', () => {
  test('starts with current data of the server when it is opened again', async () => {
    const { postId, postName } = await add()
    const { user, client, router } = await open('admin', positions, positions.views.list!.path)
    await user.click(await screen.findByRole('link', { name: postName }))
    expect((await textbox('职位名称')).value).toBe(postName)
    await act(() => router.navigate(-1))
    const link = await screen.findByRole('link', { name: postName })
    await change(postId, { postName: `${postName}乙` })
    // Marks the record stale, as the client does two seconds after reading it.
    await client.invalidateQueries({ queryKey: ['positions', 'getOne'], refetchType: 'none' })
    await user.click(link)
    expect((await textbox('职位名称')).value).toBe(`${postName}乙`)
  })

  test('stays with typed values if its record cannot be read again', async () => {
    const { postId, postName } = await add()
    const { user, client } = await open('admin', positions, pathTo(positions.views.edit!.path, postId))
    await user.type(await textbox('备注'), '不能丢')
    network.use(http.get(`*/api/firm/post/${postId}`, () => HttpResponse.error()))
    await act(() => client.refetchQueries({ queryKey: ['positions', 'getOne'] }))
    expect(await screen.findByText(/^刷新失败/)).toBeTruthy()
    expect((await textbox('备注')).value).toBe('不能丢')
    expect((await textbox('职位名称')).value).toBe(postName)
  })
})

describe('a long form', () => {
  const last = '展示'
  const sections = () => screen.getAllByRole('region').map(it => it.getAttribute('aria-label'))

  test('has all its sections, including those below the window', async () => {
    const { call } = await app().as('admin')
    const { records } = await call('offices.pageList', { pageNum: 1, pageSize: 1 })
    const { organizationId } = records[0]!
    await open('admin', offices, pathTo(offices.views.edit!.path, organizationId))
    await textbox('律所名称')
    await waitFor(() => expect(sections()).toContain(last))
  })

  test('loses a section together with its fields when it no longer applies', async () => {
    const both = { name: text('名称', { max: 20 }), note: text('说明', { max: 20 }) }
    const Shrinking = () => {
      const [isShort, setShort] = useState(false)
      const names = isShort ? (['name'] as const) : (['name', 'note'] as const)
      return (
        <FormProvider {...useForm()}>
          <FormSections
            sections={names.map(name => ({ title: both[name].label, names: [name] }))}
            fields={Object.fromEntries(names.map(name => [name, both[name]]))}
            idOf={String}
          />
          <button type="button" onClick={() => setShort(true)}>
            缩短
          </button>
        </FormProvider>
      )
    }
    const { user } = await put('admin', <Shrinking />)
    await textbox('说明')
    await user.click(screen.getByRole('button', { name: '缩短' }))
    await waitFor(() => expect(sections()).toEqual(['名称']))
  })
})

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'

import type { ServedCall } from '../../../providers/call.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { upload } from '../../../providers/upload.ts'
import { bulkRuns, sheetLimit } from '../../../resources/bulk.ts'
import { cards } from '../../../resources/cards/index.ts'
import { sheetStates } from '../../../resources/domain/sheets.ts'
import {
  type AnyEntity,
  firstCharacters,
  type OutputOf,
  type PictureFrame,
} from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { type ChosenPicture, cropPicture, openPicture } from '../../fields/pictures/pictures.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { pathTo } from '../../routing/paths.ts'
import { readArchive } from './readArchive.ts'

type MatchCall = ServedCall<'lawyers.matchNames'>
type Person = OutputOf<(typeof lawyers.calls)['matchNames']>[number]['people'][number]
type MatchedPhoto = { name: string; picture: ChosenPicture; person: Person }
/** A file that is not used, with the reason. */
export type UnusedFile = { name: string; reason: string }
export type PhotoComparison = {
  fileName: string
  matched: readonly MatchedPhoto[]
  unused: readonly UnusedFile[]
}

const { avatar } = lawyers.fields
const frame: PictureFrame = avatar.frame
/** Width and height of a portrait. */
const [across, down] = avatar.frame.ratio ?? [1, 1]

const labels = { mobile: '手机号', licenseNumber: '执业证号', name: '姓名' } as const

const stemOf = (name: string) => name.replace(/\.\w+$/, '')

type Opened = { names: readonly string[]; picture: ChosenPicture }
type Answer = OutputOf<(typeof lawyers.calls)['matchNames']>

/** Matches the files by the names in each encoding in which they may be meant, and takes the one that finds more people. */
const matchFiles = async (opened: readonly Opened[], matching: MatchCall) => {
  let best: { at: number; found: Answer; count: number } | null = null
  for (let at = 0; at < (opened[0]?.names.length ?? 0); at++) {
    const names = opened.map(it => firstCharacters(stemOf(it.names[at]!), 100))
    const found = await matching({ names })
    const count = found.filter(({ people }) => people.length > 0).length
    if (!best || count > best.count) best = { at, found, count }
    if (count === opened.length) break
  }
  return best ?? { at: 0, found: [] }
}

const compareArchive = async (
  archive: File,
  matching: MatchCall,
  translate: Translate,
): Promise<PhotoComparison> => {
  const files = await readArchive(archive)
  const opened: Opened[] = []
  const unopened: { names: readonly string[]; reason: string }[] = []
  for (const { names, ...file } of files) {
    const picture =
      'fault' in file ? translate(file.fault) : await openPicture(file.picture, frame, translate)
    if (typeof picture === 'string') unopened.push({ names, reason: picture })
    else opened.push({ names, picture })
  }
  const { at, found } = await matchFiles(opened, matching)
  const unused: UnusedFile[] = unopened.map(({ names, reason }) => ({ name: names[at]!, reason }))
  const matched: MatchedPhoto[] = []
  for (const [index, { names, picture }] of opened.entries()) {
    const name = names[at]!
    const { by, people } = found[index]!
    const [person, ...others] = people
    const reject = (reason: string) => {
      URL.revokeObjectURL(picture.url)
      unused.push({ name, reason })
    }
    if (!person) reject(translate('没有找到%{label}对应的人员', { label: translate(labels[by]) }))
    else if (others.length > 0)
      reject(
        translate('有多位同名人员（%{people}），请改用手机号或执业证号命名', {
          people: people.map(it => it.officeName).join(translate('、')),
        }),
      )
    else if (matched.some(it => it.person.id === person.id))
      reject(translate('另一个文件也是“%{name}”的照片', { name: person.name }))
    else matched.push({ name, picture, person })
  }
  return { fileName: archive.name, matched, unused }
}

/** The largest part in the middle with the ratio of a portrait. */
const middleOf = ({ width, height }: ChosenPicture) => {
  const [areaWidth, areaHeight] = [
    Math.min(width, (height * across) / down),
    Math.min(height, (width * down) / across),
  ]
  return { x: (width - areaWidth) / 2, y: (height - areaHeight) / 2, width: areaWidth, height: areaHeight }
}

/** Reads an archive and matches its pictures with people. */
export const useComparison = (matching: MatchCall) => {
  const translate = useTranslate()
  const { mutate, ...state } = useMutation({
    mutationFn: (archive: File) => compareArchive(archive, matching, translate),
  })
  const { data } = state
  // The pictures are held by the browser until their addresses are revoked.
  useEffect(() => () => data?.matched.forEach(({ picture }) => URL.revokeObjectURL(picture.url)), [data])
  return { compare: mutate, ...state }
}

/** A report of a bulk action. */
type Report = { label: string; path: string }
/** A record that gets a picture, with the name of the file. */
type Line = { id: number; name: string; text: string }

const lineOf = ({ id, version }: { id: number; version: number }, name: string, avatarUrl: string): Line => ({
  id,
  name,
  text: JSON.stringify({ id, version, values: { avatar: avatarUrl } }),
})

/** What cannot be changed any more is left out and named, so that the others are changed all the same. */
const startEdit = async (
  editing: ServedCall<'bulkRuns.rows'>,
  { name: resource, label }: Pick<AnyEntity, 'name' | 'label'>,
  lines: readonly Line[],
  translate: Translate,
): Promise<{ reports: Report[]; failed: UnusedFile[] }> => {
  if (lines.length === 0) return { reports: [], failed: [] }
  const failed: UnusedFile[] = []
  try {
    const { rows } = await editing({ resource, lines: lines.map(it => it.text), dryRun: 1 })
    const refusals = new Map(
      rows.flatMap(({ id, state, messages }) =>
        ['error', 'conflict'].includes(sheetStates[state] ?? '') ? [[id, messages] as const] : [],
      ),
    )
    for (const { id, name } of lines) {
      const messages = refusals.get(id)
      if (messages) failed.push({ name, reason: messages.map(it => translate(it)).join(translate('；')) })
    }
    const rest = lines.flatMap(({ id, text }) => (refusals.has(id) ? [] : [text]))
    if (rest.length === 0) return { reports: [], failed }
    const { id } = await editing({ resource, lines: rest })
    return { reports: [{ label, path: pathTo(bulkRuns.views.show!.path, id) }], failed }
  } catch (error) {
    failed.push({ name: translate(label), reason: errorSentence(error, translate) })
    return { reports: [], failed }
  }
}

/** Uploads the pictures one by one, and starts the bulk actions that give them to the people and to their cards. */
export const usePhotoUpload = () => {
  const translate = useTranslate()
  const client = useQueryClient()
  const editing = useServedCall('bulkRuns.rows')
  const [done, setDone] = useState(0)
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])
  const { mutate, ...state } = useMutation({
    mutationFn: async ({ matched, withCards }: { matched: readonly MatchedPhoto[]; withCards: boolean }) => {
      const { signal } = (control.current = new AbortController())
      setDone(0)
      const ofPeople: Line[] = []
      const ofCards: Line[] = []
      const failed: UnusedFile[] = []
      for (const [index, { name, picture, person }] of matched.entries()) {
        try {
          const part = await cropPicture(picture, middleOf(picture))
          const url = await upload(part, { scene: avatar.scene, name, progress: () => {}, signal })
          ofPeople.push(lineOf(person, name, url))
          if (withCards) ofCards.push(...person.cards.map(card => lineOf(card, name, url)))
        } catch (error) {
          if (signal.aborted) throw error
          failed.push({ name, reason: errorSentence(error, translate) })
        }
        setDone(index + 1)
      }
      const reports: Report[] = []
      const parts = [
        { of: lawyers, lines: ofPeople },
        // A person may have two cards, and a call takes a limited number.
        { of: cards, lines: ofCards.slice(0, sheetLimit) },
        { of: cards, lines: ofCards.slice(sheetLimit) },
      ]
      for (const { of, lines } of parts) {
        const started = await startEdit(editing!, of, lines, translate)
        reports.push(...started.reports)
        failed.push(...started.failed)
      }
      return { reports, failed }
    },
    onSettled: () => void refreshRows(client),
  })
  return { start: mutate, done, isServed: editing !== null, ...state }
}

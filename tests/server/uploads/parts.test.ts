import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createStorage, singleChunk } from '../../../server/services/files/storage.ts'
import { clearParts } from '../../../server/services/files/storageParts.ts'
import { folderOfTest } from '../../support/folder.ts'

let folder = ''
beforeEach(async () => {
  folder = join(await folderOfTest('parts'), 'files')
  await mkdir(folder)
})

const storageModule = join(import.meta.dirname, '../../../server/services/files/storage.ts')

/** Another process that has received a file and keeps it when the test says so. */
const uploadElsewhere = async () => {
  const script = `
    const { createStorage, singleChunk } = await import(${JSON.stringify(storageModule)})
    const staged = await createStorage(${JSON.stringify(folder)}).stage(singleChunk(Buffer.from('a picture')))
    process.stdin.once('data', async () => {
      await staged.keep('1/1-1/kept.png')
      await staged.discard()
      process.exit(0)
    })
    console.log('staged')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise(resolve => child.once('exit', resolve))
  await new Promise(resolve => child.stdout.once('data', resolve))
  return { child, ended }
}

test('a starting process leaves the upload of a living process alone', async () => {
  const { child, ended } = await uploadElsewhere()
  await clearParts(folder)
  child.stdin.write('keep')
  expect(await ended).toBe(0)
  expect(await readFile(join(folder, '1/1-1/kept.png'), 'utf8')).toBe('a picture')
  expect(await readdir(folder)).toEqual(['1'])
})

test('the next start removes the parts of a killed process', async () => {
  const { child, ended } = await uploadElsewhere()
  child.kill('SIGKILL')
  await ended
  expect(await readdir(folder)).not.toEqual([])
  await clearParts(folder)
  expect(await readdir(folder)).toEqual([])
})

test('removes parts of another machine or an earlier release only once they are older than any upload', async () => {
  const names = ['old', 'new'].map(age => `.part-00000000-${'0'.repeat(16)}-${age === 'old' ? 'a' : 'b'}`)
  for (const name of [...names, '.part-1', '.part-2']) await writeFile(join(folder, name), 'half')
  const past = new Date(Date.now() - 2 * 3_600_000)
  for (const name of [names[0]!, '.part-1']) await utimes(join(folder, name), past, past)
  await clearParts(folder)
  expect((await readdir(folder)).toSorted()).toEqual([names[1]!, '.part-2'])
})

test('a running upload continues beside the clean-up and leaves nothing when discarded', async () => {
  const staged = await createStorage(folder).stage(singleChunk(Buffer.from('a picture')))
  await clearParts(folder)
  await staged.keep('1/1-1/own.png')
  await staged.discard()
  await staged.discard()
  expect(await readdir(folder)).toEqual(['1'])
})

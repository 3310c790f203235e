// Verifies this export without the product and without its database: node verify.mjs
// Verifies a copy of forwarded logs in files of lines (.jsonl, .jsonl.gz) or in a folder of them: node verify.mjs COPY…
//
// It compares every file with the SHA-256 checksum in manifest.json, and follows the chain of the audit log: each row
// contains the hash of the row before it. With the key of the installation's log in AUDIT_KEY each hash is computed again,
// which reveals rewritten rows. Without the key the hashes are only compared with each other.
//
// A copy may have the logs of several firms, in any order, and the same row more than once, since what was not
// acknowledged is sent again. Rows before the first one of a firm, or after its last one, are not missed.
//
// Hash of a row: HMAC-SHA256(key, prevHash + "\n" + seq + "\n" + id + "\n" + content) in hexadecimal, after the name of the
// key and a colon; the name is the beginning of SHA-256("name\n" + key). Rows written before there was a key have a plain
// SHA-256 of the same text, and rows of early releases omit the line with the id.

import { createHash, createHmac } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

const key = process.env['AUDIT_KEY'] ?? ''
const keyName = createHash('sha256').update(`name\n${key}`).digest('hex').slice(0, 8)
const problems = []
const print = line => void process.stdout.write(`${line}\n`)
let unchecked = 0
let skipped = 0

const hashOf = (text, signer) =>
  signer === ''
    ? createHash('sha256').update(text).digest('hex')
    : createHmac('sha256', key).update(text).digest('hex')

/** Whether the hash of a row is that of its text; rows that another key has signed are counted. */
const isIntact = row => {
  const [signer, given] = row.hash.includes(':') ? row.hash.split(':') : ['', row.hash]
  const place = `${row.prevHash}\n${row.seq}`
  const texts = [`${place}\n${row.id}\n${row.content}`, `${place}\n${row.content}`]
  if (signer === '' || (key !== '' && signer === keyName))
    return texts.some(text => hashOf(text, signer) === given)
  unchecked += 1
  return true
}

const linesOf = path => {
  const file = createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  file.on('error', error => input.destroy(error))
  return createInterface({ input, crlfDelay: Infinity })
}

const verifyExport = async folder => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const checksumOf = async path => {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk)
    return hash.digest('hex')
  }
  for (const { path, sha256 } of manifest.files) {
    const found = await checksumOf(path).catch(() => 'missing')
    if (found !== sha256) problems.push(`${path}: ${found === 'missing' ? 'missing' : 'changed'}`)
  }
  const anchors = new Map()
  for await (const line of linesOf(join(folder, 'log/anchors.jsonl'))) {
    const { seq, hash, at, firmId, mac } = JSON.parse(line)
    const body = `anchor\n${at}\n${firmId}\n${seq}\n${hash}`
    if (key !== '' && hashOf(body, keyName) !== mac)
      problems.push(`anchor of row ${seq}: signed by another key`)
    anchors.set(seq, hash)
  }
  let { seq, hash } = manifest.log.begin
  let rows = 0
  for await (const line of linesOf(join(folder, 'log/chain.jsonl'))) {
    const row = JSON.parse(line)
    if (row.seq !== seq + 1 || row.prevHash !== hash)
      problems.push(`log, row ${row.seq}: does not follow row ${seq}`)
    if (anchors.has(row.seq) && anchors.get(row.seq) !== row.hash)
      problems.push(`log, row ${row.seq}: another row was anchored`)
    if (!isIntact(row)) problems.push(`log, row ${row.seq}: was rewritten`)
    ;[seq, hash] = [row.seq, row.hash]
    rows += 1
  }
  if (seq !== manifest.log.end.seq || hash !== manifest.log.end.hash) problems.push('log: its end is missing')
  print(`${manifest.firm.name} (${manifest.firm.firmId}), exported at ${manifest.createdAt}`)
  print(`files: ${manifest.files.length}, rows of the log: ${rows}`)
}

const filesIn = path => {
  if (!statSync(path).isDirectory()) return [path]
  const files = readdirSync(path, { recursive: true })
    .map(name => join(path, name))
    .filter(file => statSync(file).isFile())
  const read = files.filter(file => /\.jsonl(\.gz)?$/.test(file))
  skipped += files.length - read.length
  return read
}

/** The hashes of the rows of each firm by their place; of a row that is there twice, one. */
const readCopy = async paths => {
  const firms = new Map()
  for (const path of paths.flatMap(filesIn))
    for await (const line of linesOf(path)) {
      if (line === '') continue
      const row = JSON.parse(line)
      const rows = firms.get(row.firmId) ?? new Map()
      firms.set(row.firmId, rows)
      const label = `firm ${row.firmId}, row ${row.seq}`
      const known = rows.get(row.seq)
      if (!isIntact(row) || JSON.parse(row.content).firmId !== row.firmId)
        problems.push(`${label}: was rewritten`)
      else if (known && known.hash !== row.hash)
        problems.push(`${label}: is there with two contents, as after a restore or a rewriting`)
      else if (!known) rows.set(row.seq, { prevHash: row.prevHash, hash: row.hash })
    }
  return firms
}

const verifyCopy = async paths => {
  const firms = [...(await readCopy(paths))].toSorted(([a], [b]) => a - b)
  if (skipped > 0) print(`files that were skipped, since they are not named .jsonl or .jsonl.gz: ${skipped}`)
  if (firms.length === 0) problems.push('no rows were found')
  for (const [firmId, rows] of firms) {
    const places = [...rows.keys()].toSorted((a, b) => a - b)
    for (const [at, seq] of places.entries()) {
      const before = places[at - 1]
      if (before === undefined) continue
      if (seq !== before + 1)
        problems.push(`firm ${firmId}, rows ${before + 1}-${seq - 1}: are not in the copy`)
      else if (rows.get(seq).prevHash !== rows.get(before).hash)
        problems.push(`firm ${firmId}, row ${seq}: does not follow row ${before}`)
    }
    const last = places.at(-1)
    if (last !== undefined)
      print(`firm ${firmId}: rows ${places[0]}-${last}, the last with the hash ${rows.get(last).hash}`)
  }
}

const copies = process.argv.slice(2)
await (copies.length > 0 ? verifyCopy(copies) : verifyExport(import.meta.dirname))
if (unchecked > 0)
  print(`rows whose signature was not checked, since AUDIT_KEY is not the key that signed them: ${unchecked}`)
for (const problem of problems) print(problem)
print(problems.length === 0 ? 'OK' : 'NOT OK')
process.exitCode = problems.length === 0 ? 0 : 1

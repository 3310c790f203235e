// Verifies this export without the product and without its database: node verify.mjs
//
// It compares every file with the SHA-256 checksum in manifest.json, and follows the chain of the audit log: each row
// contains the hash of the row before it. With the key of the installation's log in AUDIT_KEY each hash is computed again,
// which reveals rewritten rows. Without the key the hashes are only compared with each other.
//
// Hash of a row: HMAC-SHA256(key, prevHash + "\n" + seq + "\n" + id + "\n" + content) in hexadecimal, after the name of the
// key and a colon; the name is the beginning of SHA-256("name\n" + key). Rows written before there was a key have a plain
// SHA-256 of the same text, and rows of early releases omit the line with the id.

import { createHash, createHmac } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const folder = import.meta.dirname
const key = process.env['AUDIT_KEY'] ?? ''
const keyName = createHash('sha256').update(`name\n${key}`).digest('hex').slice(0, 8)
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const problems = []
const print = line => void process.stdout.write(`${line}\n`)

const checksumOf = async path => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk)
  return hash.digest('hex')
}

for (const { path, sha256 } of manifest.files) {
  const found = await checksumOf(path).catch(() => 'missing')
  if (found !== sha256) problems.push(`${path}: ${found === 'missing' ? 'missing' : 'changed'}`)
}

const hashOf = (text, signer) =>
  signer === ''
    ? createHash('sha256').update(text).digest('hex')
    : createHmac('sha256', key).update(text).digest('hex')

const linesOf = path => createInterface({ input: createReadStream(join(folder, path)), crlfDelay: Infinity })

const anchors = new Map()
for await (const line of linesOf('log/anchors.jsonl')) {
  const { seq, hash, at, firmId, mac } = JSON.parse(line)
  const body = `anchor\n${at}\n${firmId}\n${seq}\n${hash}`
  if (key !== '' && hashOf(body, keyName) !== mac)
    problems.push(`anchor of row ${seq}: signed by another key`)
  anchors.set(seq, hash)
}

let { seq, hash } = manifest.log.begin
let [rows, unchecked] = [0, 0]
for await (const line of linesOf('log/chain.jsonl')) {
  const row = JSON.parse(line)
  if (row.seq !== seq + 1 || row.prevHash !== hash)
    problems.push(`log, row ${row.seq}: does not follow row ${seq}`)
  if (anchors.has(row.seq) && anchors.get(row.seq) !== row.hash)
    problems.push(`log, row ${row.seq}: another row was anchored`)
  const [signer, given] = row.hash.includes(':') ? row.hash.split(':') : ['', row.hash]
  const place = `${row.prevHash}\n${row.seq}`
  const texts = [`${place}\n${row.id}\n${row.content}`, `${place}\n${row.content}`]
  if (signer !== '' && (key === '' || signer !== keyName)) unchecked += 1
  else if (!texts.some(text => hashOf(text, signer) === given))
    problems.push(`log, row ${row.seq}: was rewritten`)
  ;[seq, hash] = [row.seq, row.hash]
  rows += 1
}
if (seq !== manifest.log.end.seq || hash !== manifest.log.end.hash) problems.push('log: its end is missing')

print(`${manifest.firm.name} (${manifest.firm.firmId}), exported at ${manifest.createdAt}`)
print(`files: ${manifest.files.length}, rows of the log: ${rows}`)
if (unchecked > 0)
  print(`rows whose signature was not checked, since AUDIT_KEY is not the key that signed them: ${unchecked}`)
for (const problem of problems) print(problem)
print(problems.length === 0 ? 'OK' : 'NOT OK')
process.exitCode = problems.length === 0 ? 0 : 1

#!/bin/sh
# roosterjs 9.7.0, the editor of Outlook on the web: its paste plugin keeps https: and mailto: links and removes the link of every
# tel: address, whose text stays, although the editor itself keeps such links and its own typing makes them (option autoTel). A
# signature with a telephone number to press arrives without it. Seen on valid input, links after pasting, in jsdom 26.1.0:
#   without the plugin: https://example.com/ mailto:li@example.com tel:+862155550000
#   with the plugin: https://example.com/ mailto:li@example.com
# Exits non-zero when the output changes.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund roosterjs@9.7.0 jsdom@26.1.0
cat >check.cjs <<'JS'
const { JSDOM } = require('jsdom')
const { window } = new JSDOM('<div contenteditable></div>', { pretendToBeVisual: true })
Object.assign(globalThis, { window, document: window.document })
for (const name of ['Node', 'Range', 'HTMLElement', 'DOMParser', 'MutationObserver', 'getComputedStyle'])
  globalThis[name] ??= window[name]
// jsdom has no layout: the editor asks where the caret is to scroll to it.
window.Range.prototype.getBoundingClientRect = () => ({ left: 0, right: 1, top: 0, bottom: 1 })
window.Range.prototype.getClientRects = () => []
const { Editor, PastePlugin, paste } = require('roosterjs')

const links = ['https://example.com/', 'mailto:li@example.com', 'tel:+862155550000']
const rawHtml = `<div>${links.map(it => `<a href="${it}">${it}</a>`).join(' ')}</div>`
const pasted = plugins => {
  const mail = document.querySelector('div')
  mail.innerHTML = ''
  const editor = new Editor(mail, { plugins })
  const range = document.createRange()
  range.selectNodeContents(mail)
  editor.setDOMSelection({ type: 'range', range, isReverted: false })
  paste(editor, { types: ['text/html'], text: '', rawHtml, image: null, files: [], customValues: {} })
  const seen = [...mail.querySelectorAll('a')].map(it => it.getAttribute('href')).join(' ')
  const isWhole = links.every(it => mail.textContent.includes(it))
  editor.dispose()
  return isWhole ? seen : 'text lost'
}
const seen = `without the plugin: ${pasted([])}\nwith the plugin: ${pasted([new PastePlugin()])}`
console.log(seen)
const expected = `without the plugin: ${links.join(' ')}\nwith the plugin: ${links.slice(0, 2).join(' ')}`
process.exit(seen === expected ? 0 : 1)
JS
node check.cjs

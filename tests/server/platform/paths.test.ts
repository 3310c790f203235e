import { expect, test } from 'vitest'

import { storedAddresses } from '../../../server/http/paths.ts'

const storedPath = storedAddresses('/cards/api')

test.each([
  ['{"logo":"/cards/api/files/1/1-2/a.png"}', '{"logo":"/api/files/1/1-2/a.png"}'],
  [
    String.raw`{"content":"<img src=\"/cards/api/files/1/1-2/a.png\">"}`,
    String.raw`{"content":"<img src=\"/api/files/1/1-2/a.png\">"}`,
  ],
  [
    '{"logo":"https://cdn.example/cards/api/files/a.png"}',
    '{"logo":"https://cdn.example/cards/api/files/a.png"}',
  ],
  ['{"logo":"/other/api/files/1/1-2/a.png"}', '{"logo":"/other/api/files/1/1-2/a.png"}'],
])('stores the path %s as %s', (text, expected) => expect(storedPath(text)).toBe(expected))

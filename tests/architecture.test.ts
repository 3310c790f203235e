import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { describe, expect, test } from 'vitest'

import { resources } from '../resources/index.ts'
import { isEntity, kinds } from '../resources/kit/index.ts'
import { sheetFileTypes } from '../src/grid/file/readFile.ts'

const layers = ['resources', 'providers', 'src', 'server']
const files = layers.flatMap(it => globSync(`${it}/**/*.{ts,tsx}`))
const text = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))

const statements =
  /(?:^|\n)\s*(?:import|export)\s(?:type\s)?(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g

type Arrow = { from: string; to: string }

const importsOf = (file: string): Arrow[] =>
  [...text.get(file)!.matchAll(statements)].map(([, to, lazy]) => {
    const path = (to ?? lazy)!
    return { from: file, to: path.startsWith('.') ? normalize(join(dirname(file), path)) : path }
  })

const arrows = files.flatMap(importsOf)

const forbiddenImports = (from: RegExp, forbidden: RegExp) =>
  arrows.filter(it => from.test(it.from) && forbidden.test(it.to)).map(it => `${it.from} -> ${it.to}`)

describe('imports', () => {
  test.each([
    [
      'resources are data: zod and nothing else',
      /^resources\//,
      /^(?!resources\/|zod$|ra-language-chinese$|node-polyglot$)/,
    ],
    ['the vocabulary knows no entity', /^resources\/kit\//, /^resources\/(?!kit\/)/],
    [
      'providers have no screen and no server',
      /^providers\//,
      /^(src|server)\/|^(@mui|react-admin|ra-ui-materialui)/,
    ],
    [
      'the words of the firm know the vocabulary only',
      /^resources\/domain\//,
      /^resources\/(?!kit\/|domain\/)/,
    ],
    ['the server has no screen', /^server\//, /^(src|providers)\/|^(react|@mui|ra-core)/],
    ['the browser does not reach into the server', /^src\//, /^server\//],
    [
      'the engine answers any call, and knows none',
      /^server\/engine\//,
      /^(server\/(routes|records)|resources)\/(?!kit\/|domain\/)/,
    ],
    [
      'generic screens name no entity',
      /^src\/(?!app|pages|settings|review|grid|card|entrance|preview)/,
      // The signed-in user and the firm's switches are no entities.
      /^resources\/(?!kit\/|domain\/|index|locales\/|session\.ts|settings\/app\.ts)/,
    ],
    [
      'the sign-in page brings neither MUI nor what fetches data',
      // These two are used within the application, where they ask the user to sign in again.
      /^src\/(entrance\/(?!signIn\/(SessionGuard|SignInAgain))|fields\/credentials\/)/,
      /^(react-admin|@mui|@emotion|@tanstack)/,
    ],
    ['the router is one instance', /./, /^react-router$/],
    ['icons and components come by path', /./, /^@mui\/(material|icons-material)$/],
  ])('%s', (_, from, forbidden) => expect(forbiddenImports(from, forbidden)).toEqual([]))

  test('one file opens the answers of the back-end, and handles the codes that end a session', () => {
    const opening = files.filter(it => /\bopenEnvelope\(/.test(text.get(it)!))
    const isOutside = (it: string) => !/^providers\/(check\/|envelope\.ts$|request\.ts$)/.test(it)
    expect(opening.filter(isOutside)).toEqual([])
    const isClient = (it: string) => /^(src|providers\/(?!check\/))/.test(it)
    const sending = files.filter(
      it => isClient(it) && /\b(?:fetch\(request|new XMLHttpRequest)\b/.test(text.get(it)!),
    )
    expect(sending.toSorted()).toEqual(['providers/request.ts', 'providers/upload.ts'])
  })

  test('the sign-in page imports only its language from react-admin', () => {
    const usedNames = files
      .filter(it =>
        /^src\/(entrance\/(?!signIn\/(SessionGuard|SignInAgain))|fields\/credentials|language\/(LanguageProvider|useLanguage))/.test(
          it,
        ),
      )
      .flatMap(it => [...text.get(it)!.matchAll(/import \{([^}]*)\} from 'ra-core'/g)])
      .flatMap(([, names]) => names!.split(',').map(it => it.trim()))
    expect([...new Set(usedNames)].toSorted()).toEqual(['I18nContext', 'useI18nProvider', 'useTranslate'])
  })

  /** The layers that a request passes, from top to bottom; `services` and `notifications` are on the same level. */
  const ranks: readonly (readonly string[])[] = [
    ['commands'],
    ['db/seed'],
    ['http'],
    ['engine'],
    ['routes'],
    ['records'],
    ['services', 'notifications'],
    ['context'],
    ['db'],
    ['process'],
  ]
  const rankOf = (file: string) =>
    ranks.findIndex(names => names.includes(/^server\/(db\/seed|[^/]+)\//.exec(file)?.[1] ?? ''))

  test('layers of the server import only lower layers', () => {
    const wrong = arrows.filter(
      ({ from, to }) => rankOf(from) >= 0 && rankOf(to) >= 0 && rankOf(to) < rankOf(from),
    )
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('the engine alone answers calls; beside it are health, documents, stored files, and what makes calls for agents and identity providers', () => {
    const mounting = files.filter(
      file =>
        file.startsWith('server/') && /\bnew Hono\b|\bimport \{[^}]*(?<!type )\bHono\b/.test(text.get(file)!),
    )
    expect(mounting.toSorted()).toEqual([
      'server/commands/instance.ts',
      'server/engine/mount.ts',
      'server/http/apiDocs.ts',
      'server/http/app.ts',
      'server/http/health.ts',
      'server/http/securityTxt.ts',
      'server/http/starting.ts',
      'server/http/static.ts',
    ])
    const besideCalls = [
      ...text.get('server/http/app.ts')!.matchAll(/\bapp\.(?:get|post|put|delete|on|all)\('([^']+)'/g),
    ]
    expect(besideCalls.map(([, path]) => path)).toEqual([
      '/files/*',
      '/openapi.json',
      '/mcp',
      '/scim/v2/*',
      '*',
    ])
  })

  test('jobs remove expired rows by one helper, except for the chain of the log', () => {
    const jobs = [
      ...text.get('server/services/jobs/tasks.ts')!.matchAll(/import \{([^}]*)\} from '([^']+)'/g),
    ]
    const expiring = jobs.filter(([, names]) => /\bexpire[A-Z]/.test(names!)).map(([, , file]) => file)
    expect(expiring).toEqual(['../audit/logMonthExpiry.ts', './housekeeping.ts'])
    expect(text.get('server/services/jobs/housekeeping.ts')).not.toMatch(/delete from|\.delete\(/)
  })

  test('every file of the server belongs to a layer', () => {
    const loose = files.filter(file => file.startsWith('server/') && rankOf(file) < 0)
    expect(loose).toEqual(['server/cli.ts', 'server/main.ts'])
  })

  test('entities do not import each other', () => {
    const entityOf = (file: string) =>
      /^resources\/(?!kit\/|domain\/|index|entities|inventory\/|shell|locales\/)([^/.]+)/.exec(file)?.[1]
    const wrong = arrows.filter(({ from, to }) => {
      const [a, b] = [entityOf(from), entityOf(to)]
      return a && b && a !== b
    })
    expect(wrong).toEqual([])
  })

  /** Folders of the client, from the highest layer to the lowest. */
  const browserRanks: readonly (readonly string[])[] = [
    ['app'],
    ['pages'],
    ['settings', 'review', 'grid'],
    ['card'],
    ['list', 'entrance', 'palette', 'help'],
    ['record', 'preview'],
    ['form'],
    ['fields'],
    ['layout'],
    ['menu'],
    ['notices'],
    ['states'],
    ['ui'],
    ['session'],
    ['routing'],
    ['theme'],
    ['language'],
    ['loading'],
    ['browser'],
  ]
  const browserFolderOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? ''
  const browserRankOf = (file: string) =>
    browserRanks.findIndex(names => names.includes(browserFolderOf(file)))

  test('folders of the client import only lower folders', () => {
    const wrong = arrows.filter(({ from, to }) => {
      const [user, used] = [browserRankOf(from), browserRankOf(to)]
      return user >= 0 && used >= 0 && browserFolderOf(from) !== browserFolderOf(to) && used <= user
    })
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('every file of the client is in a folder with a rank', () => {
    expect(files.filter(file => file.startsWith('src/') && browserRankOf(file) < 0)).toEqual([])
  })

  test('folders of the client have at most 15 files', () => {
    const counts = Map.groupBy(globSync('src/**/*.{ts,tsx,css}'), dirname)
    const large = [...counts].filter(([, names]) => names.length > 15)
    expect(large.map(([folder, names]) => `${folder}: ${names.length}`)).toEqual([])
  })

  test('pages do not import each other', () => {
    const pageOf = (file: string) => /^src\/pages\/([^/.]+)\//.exec(file)?.[1]
    const wrong = arrows.filter(({ from, to }) => {
      const [a, b] = [pageOf(from), pageOf(to)]
      return a && b && a !== b
    })
    expect(wrong).toEqual([])
  })

  test('there are no import cycles, including type imports and dynamic ones', () => {
    const edges = new Map(files.map(file => [file, arrows.filter(it => it.from === file)]))
    const done = new Set<string>()
    const visit = (file: string, path: string[]): string[] => {
      if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' -> ')]
      if (done.has(file)) return []
      const found = (edges.get(file) ?? []).flatMap(({ to }) =>
        text.has(to) ? visit(to, [...path, file]) : [],
      )
      done.add(file)
      return found
    }
    expect(files.flatMap(file => visit(file, []))).toEqual([])
  })
})

describe('conventions', () => {
  const matching = (pattern: RegExp, among = files) => among.filter(file => pattern.test(text.get(file)!))

  test('kinds are described by tables and not compared', () => {
    const names = Object.keys(kinds).join('|')
    const compared = `\\bkind\\)?\\s*[!=]==?\\s*'(${names})'|'(${names})'\\s*[!=]==?\\s*[\\w.?!]*kind\\b`
    const kindComparison = `\\.(includes|has|indexOf)\\([\\w.?!]*\\.kind\\)`
    const branched = `switch \\([\\w.?!]*kind\\)|case '(${names})':|field[?!]*\\.kind\\s*[!=]==?`
    // Properties that have the value of the kind; other kinds may be compared by code that then reads these
    // properties.
    const implied = `'(frame|widget|format)' in `
    expect(matching(new RegExp([compared, kindComparison, branched, implied].join('|')))).toEqual([])
  })

  test('the address of a list with filters is written by one function, which knows their names', () => {
    const lists = resources.flatMap(it => (isEntity(it) && it.views.list ? [it.views.list.path] : []))
    const written = new RegExp(
      `\\?filter=|['\`}](${lists.map(it => it.replaceAll('/', '\\/')).join('|')})\\?`,
    )
    expect(matching(written)).toEqual(['resources/kit/filteredListPath.ts'])
  })

  test('records and lists are read by react-admin’s hooks', () => {
    // A resource with fixed values lists fewer records than its call does.
    const listed = resources.filter(it => isEntity(it) && !it.fixed)
    const names = [
      ...resources.flatMap(({ name, crud }) => (crud.one ? [`${name}.${crud.one}`] : [])),
      ...listed.flatMap(({ name, crud }) => (crud.list ? [`${name}.${crud.list}`] : [])),
    ]
    const direct = new RegExp(`\\b(call|useCall)\\(\\s*'(${names.join('|')})'`)
    // Two of these reads have side effects: a message becomes read, and the log records who saw an unmasked number. The
    // report of a bulk action is read again and again while it runs.
    expect(
      matching(
        direct,
        files.filter(it => it.startsWith('src/')),
      ),
    ).toEqual([
      'src/pages/messages/MessageDetail.tsx',
      'src/pages/bulkRun/BulkRun.tsx',
      'src/fields/widgets/MaskedMobileCell.tsx',
    ])
  })

  test('generic code names no single resource', () => {
    const generic = files.filter(it =>
      /^(src\/(?!app|pages|settings|review|grid|card|entrance|preview)|providers\/)/.test(it),
    )
    expect(matching(/\bresource(\.name)? === '/, generic)).toEqual([])
  })

  test('progress bars and meters are drawn by one component', () => {
    const native = files.filter(file => /<(progress|meter)\b/.test(text.get(file)!))
    expect(native).toEqual(['src/ui/progress/ProgressBar.tsx'])
  })

  test('choices in the form of pills are drawn by one component, and other radio buttons have content of their own', () => {
    const containing = (pattern: RegExp) => files.filter(file => pattern.test(text.get(file)!)).toSorted()
    expect(containing(/className="pill"/)).toEqual(['src/ui/Pills.tsx'])
    expect(containing(/<input\s[^>]*type="radio"/)).toEqual([
      'src/entrance/recovery/PopulationField.tsx',
      'src/form/saving/ConflictDialog.tsx',
      'src/pages/lawyerCreate/KnownRow.tsx',
    ])
  })

  test('forms keep what was typed until it is sent, unless they ask for secrets, for one choice or before sign-in', () => {
    const isPlain = (file: string) => /\buseFieldForm\(/.test(text.get(file)!)
    const plain = files.filter(file => file.startsWith('src/') && isPlain(file)).toSorted()
    expect(plain.filter(it => !it.startsWith('src/entrance/'))).toEqual([
      'src/form/drafts/useKeptForm.tsx',
      // The condition of a list, which is in the address as soon as it is chosen.
      'src/list/filters/FilterForm.tsx',
      // The name of a view.
      'src/list/views/ViewDialog.tsx',
      // The fields are chosen in it too, and the rights of a token are what its owner has.
      'src/pages/cardCreate/CardCreate.tsx',
      // What a client answers, on a page before sign-in.
      'src/pages/sharedPreview/ClientDecision.tsx',
      'src/pages/sharedPreview/ReceiptPage.tsx',
      'src/pages/userAccount/MobileDialog.tsx',
      'src/pages/userAccount/QuestionDialog.tsx',
      'src/pages/userAccount/factors/FactorDialogs.tsx',
      'src/pages/userAccount/factors/PasskeyDialog.tsx',
      'src/pages/userAccount/factors/SetUpDialog.tsx',
      'src/pages/userPasswd/PasswordForm.tsx',
      'src/record/actions/bulk/BulkEditDialog.tsx',
      // To whom a link is given.
      'src/record/previewLinks/NewLinkDialog.tsx',
      'src/record/tokens/NewTokenDialog.tsx',
      // One person or one day.
      'src/review/decisions/ScheduleDialog.tsx',
      'src/review/questions/AssignDialog.tsx',
    ])
  })

  test('dialogs have one footer, whose last button does what the dialog asks', () => {
    const feet = files.flatMap(file =>
      [...text.get(file)!.matchAll(/<DialogFoot>([^]*?)<\/DialogFoot>/g)].map(([, foot]) => ({
        file,
        looks: foot!
          .split(/<Button\b/)
          .slice(1)
          .map(it => /\blook=(\S+)/.exec(it)?.[1] ?? 'secondary'),
      })),
    )
    expect(feet.length).toBeGreaterThan(25)
    const isMain = (look: string) => look !== 'secondary'
    // A dialog that only informs has one button.
    const wrong = feet.filter(
      ({ looks }) => looks.slice(0, -1).some(isMain) || (looks.length > 1 && !isMain(looks.at(-1)!)),
    )
    expect(wrong).toEqual([])
    expect(files.filter(file => text.get(file)!.includes('"dialog-foot"'))).toEqual([
      'src/ui/dialog/DialogFoot.tsx',
    ])
  })

  test('lazily loaded parts have an error boundary', () => {
    expect(
      matching(
        /(?<!\.)\blazy\(/,
        files.filter(it => it.startsWith('src/')),
      ),
    ).toEqual(['src/loading/lazyComponent.tsx'])
  })

  test('every import offers and reads the same files, .csv among them', () => {
    const client = files.filter(it => it.startsWith('src/'))
    expect(matching(/\baccept=(?!\{sheetFileTypes\})[^\n]*(xlsx|csv|spreadsheet)/, client)).toEqual([])
    expect(matching(/readSheets\.worker\.ts', import/, client)).toEqual(['src/grid/file/readFile.ts'])
    expect(sheetFileTypes.split(',')).toEqual(expect.arrayContaining(['.xlsx', '.csv', '.txt']))
  })

  test('file names follow their content', () => {
    expect(files.filter(it => /(^|\/)(utils|helpers|common|misc|types|manager)\b/i.test(it))).toEqual([])
  })

  test('modules have named exports', () => {
    expect(matching(/^export default/m)).toEqual([])
  })
})

/** Classes that a style sheet sets wherever they stand, outside of any other element. */
const classesAnywhere = (file: string) =>
  new Set(
    [
      ...readFileSync(file, 'utf8')
        .replaceAll(/\/\*.*?\*\//gs, '')
        .matchAll(/([^{}]+)\{/g),
    ]
      .flatMap(([, selectors]) => selectors!.split(','))
      .flatMap(selector => /^\.([\w-]+)(?::[\w-]+|\[[^\]]*\])*$/.exec(selector.trim())?.[1] ?? []),
  )

describe('style sheets', () => {
  test('of the sign-in page, which stay loaded after the sign-in, set no class of the other pages', () => {
    const sheets = globSync('src/**/*.css').map(file => ({ file, classes: classesAnywhere(file) }))
    const isEntrance = ({ file }: { file: string }) => file.startsWith('src/entrance/')
    const others = sheets.filter(sheet => !isEntrance(sheet))
    const common = sheets.filter(isEntrance).flatMap(({ file, classes }) =>
      [...classes].flatMap(name => {
        const other = others.find(sheet => sheet.classes.has(name))
        return other ? [`.${name} in ${file} and ${other.file}`] : []
      }),
    )
    expect(sheets.some(isEntrance)).toBe(true)
    expect(common).toEqual([])
  })
})

describe('names of exports', () => {
  const declared = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm

  /** Names that several files of a layer export. */
  const sharedNames = (layer: string) => {
    const among = files.filter(file => file.startsWith(`${layer}/`))
    const names = among.flatMap(file => [...text.get(file)!.matchAll(declared)].map(([, name]) => name!))
    return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].toSorted()
  }

  test.each(['resources', 'providers', 'src', 'server'])('two exports of %s never share a name', layer => {
    expect(sharedNames(layer)).toEqual([])
  })
})

describe('cleaning up in tests', () => {
  const tests = globSync('tests/**/*.{ts,tsx}')
  const matching = (pattern: RegExp) => tests.filter(file => pattern.test(readFileSync(file, 'utf8')))

  test('temporary folders are created by one helper, which removes them last', () => {
    const byHand =
      /import \{[^}]*\b(mkdtemp|mkdtempSync|mkdtempDisposable|rm|rmSync|tmpdir)\b[^}]*\} from 'node:(fs|fs\/promises|os)'/
    expect(matching(byHand)).toEqual(['tests/support/folder.ts'])
  })

  // `afterEach` runs before `onTestFinished`, wherever either is registered.
  test('a test uses one way of cleaning up', () => {
    const both = /^(?=[\s\S]*\bonTestFinished\()(?=[\s\S]*\bafterEach\()/
    expect(matching(both)).toEqual([])
  })
})

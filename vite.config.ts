import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { withoutContext } from './resources/kit/translate.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

import { foldersOf } from './extend/load/folders.ts'
import { extensionPlugins } from './extend/load/vite.ts'
import { inTraditional, traditionalCatalogues, traditionalLocales } from './vite.traditional.ts'
import { userDocuments } from './vite.guide.ts'
import {
  addBeforePageScript,
  base,
  evaluateBootstrapCalls,
  layerStyles,
  nameFiles,
  omitExporter,
  omitUnused,
  precompress,
  prerenderSignIn,
  productionRouter,
} from './vite.plugins.ts'

const firstScreen = ['src/app/App.tsx', 'src/list/ResourceList.tsx']

/** Count what a library of the server is asked; each needs modules of its own. */
const replacing = ['tests/server/identity/{question,signIn}.test.ts']
/** Load the client anew within a file, or leave it as a page that is being left. */
const reloading = [
  'tests/screens/{articleEditorSession,consent,palette,reactAdmin,sessionEnd,shell,shortcuts,signIn}.test.tsx',
]
const database = ['tests/support/database.ts']
const leaks = 'tests/support/leakCheck.ts'

/** Each statement once, and what depends on the given login or on a pooler's connections. */
const onOtherDatabases = {
  system: ['conformance/statements', 'platform/auditWall', 'platform/connections'],
  pooled: ['conformance/statements', 'platform/conflicts', 'platform/jobs'],
}
/**
 * Every sorted and filtered list, every record, and what depends on version, build or collation; these run when `server/db`
 * changes (tests/support/databaseProof.ts).
 */
const further = [
  'conformance/lists',
  'conformance/records',
  'records/*',
  'platform/firms',
  'identity/processes',
]
const furtherOnSystem = [...further, 'platform/backup', 'platform/migrate']
const serverFiles = (first: string[], second: string[]) =>
  [...first, ...(process.env['TEST_DATABASES'] === 'all' ? second : [])].map(
    name => `tests/server/${name}.test.ts`,
  )

const conformance = 'tests/server/conformance/*.test.ts'
/** Files that need Citus; none where there is no coordinator, since their set-up creates databases there. */
/** Reads the variable itself instead of importing from `tests`, because the image is built without that folder. */
const onCitus = (files: string[]) => (process.env['TEST_CITUS_URL'] ? files : [])

const screens = [leaks, 'tests/support/screenPatience.ts', 'tests/support/ownerStacks.ts']
/**
 * Milliseconds that end a test which hangs: five times the 60 s that the longest takes on a quiet machine, because beside a load of
 * 25 on two cores one of 52 s took more than three times as long. A walk of all pages has a limit of its own. What a screen waits
 * for ends after 60 s by itself and says what it was. What a file prepares may start a database, a build and a browser.
 */
const patience = { testTimeout: 300_000, hookTimeout: 600_000 }

/** 繁體中文 of the extensions' texts, as of the product's. */
const conversions = Object.fromEntries(
  traditionalLocales.map(locale => [locale, (key: string) => inTraditional(withoutContext(key), locale)]),
)
const extensionsIn = (folders: readonly string[]) =>
  extensionPlugins(folders, { half: process.env['VITEST'] ? 'both' : 'client', conversions })

const isExtended = Boolean(process.env['EXTENSIONS'])
/**
 * The worked example, with which every test of extensions runs; with EXTENSIONS, the suites that walk every declaration run with
 * those instead. A copy of the product without examples builds, too.
 */
const exampleFolders =
  !isExtended && existsSync(join(import.meta.dirname, 'examples/training'))
    ? foldersOf('examples/training')
    : []
/** The tests that an extension has itself. */
const extensionTests = foldersOf(process.env['EXTENSIONS']).map(it => join(it, '**/*.test.ts'))
const walks = 'tests/{server/conformance,declarations}/**/*.test.ts'

const loadedByEntry = /\/(rolldown-runtime|react|index|beforePage)-[^/]+\.js$/
const loadedByShell = /\/(rolldown-runtime|react|index|beforePage|schemas|shell)-[^/]+\.js$/

export default defineConfig({
  base,
  // The server serves the same build under any path: only the document names the standard one, and it is written anew there.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  plugins: [
    react(),
    omitUnused(),
    omitExporter(),
    productionRouter(),
    evaluateBootstrapCalls(),
    layerStyles(),
    traditionalCatalogues(),
    userDocuments(),
    prerenderSignIn(),
    addBeforePageScript(),
    nameFiles(firstScreen),
    precompress(),
    extensionsIn(foldersOf(process.env['EXTENSIONS'])),
  ],
  build: {
    // What the supported browsers know by themselves.
    modulePreload: {
      polyfill: false,
      // What runs a part's import is there already, and need not be named beside each part (0.5 kB of the first list).
      resolveDependencies: (_, files, { hostId }) => {
        const loaded = hostId.includes('/shell-') ? loadedByShell : loadedByEntry
        return files.filter(file => !loaded.test(file))
      },
    },
    target: 'esnext',
    // Above the largest file there is: what may be loaded when is held by tests/e2e/bundle.test.ts.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // The shortest that the bundler takes: one digit of each of 180 names of scripts is 0.3 kB of the first list, and of
        // those of styles 0.1 kB.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // One file for what the first list needs, one for what floats (MUI's menu, popover and dialog), and one for what
          // a form needs besides. Left alone, the bundler makes forty and twenty of it, each compressed by itself (22 kB
          // more) and fetched six at a time. The sign-in page's own file goes first.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            {
              name: 'index',
              test: /src\/(app\/main|fields\/(text\/TextControl|richText\/RichText))\.tsx?$/,
              priority: 3,
            },
            // What registration and recovery are checked by, and what react-admin's inputs have in common with its lists; within the
            // shell, that would bring all of it and its looks.
            {
              name: 'schemas',
              test: /(resources\/domain\/(applicant|credentials|sameness)|src\/form\/saving\/failure)\.ts$|ra-core\/dist\/(controller\/record\/useRecordContext|core\/useWrappedSource|util\/useEvent)\.js$|lodash\/get\.js$/,
              priority: 2,
            },
            // What they have in common with every form of the application.
            {
              name: 'fields',
              test: /(src\/(fields\/(text\/TextInput|choice\/NativeSelect|credentials\/\w+Input)|form\/plain\/(useFieldForm|FieldForm)|entrance\/factor\/FactorInput)|resources\/domain\/factorFields)\.tsx?$/,
              priority: 1,
            },
            { name: 'shell', test: /src\/(app\/App|list\/ResourceList)\.tsx$/ },
            { name: 'floating', test: /src\/ui\/(dialog\/DialogFrame|Popups)\.tsx$/ },
            { name: 'form', test: /src\/record\/ResourceForm\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    // Hot reload against the server of `npm start`, or a firm's own back-end.
    proxy: {
      '/api': {
        target: process.env['API_TARGET'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 8080}`,
        changeOrigin: true,
      },
    },
  },
  test: {
    // As many as cores: of two, vitest would leave one to itself.
    maxWorkers: '100%',
    // As the server's processes are started.
    execArgv: ['--import', './server/process/moduleHooks.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/*.test.ts', 'tests/{declarations,providers}/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: leaks,
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/{server,contract}/**/*.test.ts'],
          exclude: replacing,
          // The server's modules are loaded once for all files: half of the processor's time.
          isolate: false,
          setupFiles: leaks,
          globalSetup: database,
          ...patience,
        },
      },
      {
        extends: true,
        plugins: extensionsIn(exampleFolders),
        test: {
          name: 'server with an extension',
          environment: 'node',
          include: isExtended
            ? [walks, ...extensionTests]
            : ['tests/extension/*.test.ts', 'examples/training/*.test.ts', walks],
          isolate: false,
          env: { TEST_DATABASE_KIND: 'extended' },
          setupFiles: [leaks, 'tests/support/onlyExtension.ts'],
          globalSetup: 'tests/support/extendedDatabase.ts',
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'server on the system PostgreSQL',
          environment: 'node',
          include: serverFiles(onOtherDatabases.system, furtherOnSystem),
          isolate: false,
          env: { TEST_DATABASE_KIND: 'system' },
          setupFiles: leaks,
          globalSetup: 'tests/support/systemDatabase.ts',
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'server through PgBouncer',
          environment: 'node',
          include: serverFiles(onOtherDatabases.pooled, further),
          isolate: false,
          env: { TEST_DATABASE_KIND: 'pooled' },
          setupFiles: leaks,
          globalSetup: 'tests/support/pooledDatabase.ts',
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance on Citus',
          environment: 'node',
          include: onCitus([conformance]),
          isolate: false,
          env: { TEST_DATABASE_KIND: 'distributed' },
          setupFiles: leaks,
          globalSetup: 'tests/support/distributedDatabase.ts',
          ...patience,
        },
      },
      {
        extends: true,
        plugins: extensionsIn(exampleFolders),
        test: {
          name: 'an extension on Citus',
          environment: 'node',
          include: onCitus(['tests/drills/citusExtension.ts', 'tests/extension/*.test.ts', conformance]),
          isolate: false,
          env: { TEST_DATABASE_KIND: 'distributedExtended' },
          setupFiles: [leaks, 'tests/support/onlyExtension.ts'],
          globalSetup: 'tests/support/distributedExtendedDatabase.ts',
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'drill on Citus',
          environment: 'node',
          include: ['tests/drills/{citus,citusUpgrade}.ts'],
          isolate: false,
          setupFiles: leaks,
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'drill with Patroni',
          environment: 'node',
          include: ['tests/drills/patroni.ts'],
          setupFiles: leaks,
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'server, a module replaced',
          environment: 'node',
          include: replacing,
          setupFiles: leaks,
          globalSetup: database,
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: './tests/support/screenEnvironment.ts',
          include: ['tests/screens/**/*.test.tsx'],
          exclude: reloading,
          // As with the server's: a client and a server are loaded once for all files instead of once for each.
          isolate: false,
          setupFiles: [...screens, 'tests/support/screenSetup.ts'],
          globalSetup: database,
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens, in a document of their own',
          environment: './tests/support/screenEnvironment.ts',
          include: reloading,
          setupFiles: screens,
          globalSetup: database,
          ...patience,
        },
      },
      {
        extends: true,
        plugins: extensionsIn(exampleFolders),
        test: {
          name: 'screens with an extension',
          environment: './tests/support/screenEnvironment.ts',
          include: ['tests/extension/screens/*.test.tsx'],
          isolate: false,
          env: { TEST_DATABASE_KIND: 'extended' },
          setupFiles: [...screens, 'tests/support/screenSetup.ts'],
          globalSetup: 'tests/support/extendedDatabase.ts',
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          isolate: false,
          setupFiles: leaks,
          globalSetup: ['tests/support/product.ts'],
          ...patience,
          // Windows of a file that are walked side by side; each takes 100 MB.
          maxConcurrency: 3,
          // One second is too short for a busy machine.
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        extends: true,
        plugins: extensionsIn(exampleFolders),
        test: {
          name: 'e2e with an extension',
          environment: 'node',
          include: ['tests/extension/e2e/*.test.ts'],
          isolate: false,
          env: { TEST_PRODUCT: 'node_modules/.cache/extended' },
          setupFiles: leaks,
          globalSetup: ['tests/support/extendedProduct.ts'],
          ...patience,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})

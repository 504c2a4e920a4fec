import { expect, test } from 'vitest'

import { type Manifest, shellFiles } from './build-page.ts'

/** A build of one language, as Vite writes it down: a screen, and what two screens share. */
const manifestOf = (language: string): Manifest => ({
  '_schemas.js': { file: 'assets/schemas-5e6f.js' },
  'src/web/routes/posters.tsx': { file: `assets/posters-${language}.js`, imports: ['_schemas.js'] },
  'src/web/main.tsx': {
    file: `assets/main-${language}.js`,
    isEntry: true,
    css: ['assets/main-7a8b.css'],
  },
})

const shell = shellFiles(
  { en: manifestOf('en'), 'zh-CN': manifestOf('zh-CN') },
  '<link rel="icon" href="/favicon.svg" /><script src="/assets/main-en.js"></script>',
  ['index.html', 'favicon.svg', 'icons', 'icons/512.png', 'media/silk.webm', 'assets/main-en.js'],
)

test.each(['en', 'zh-CN'])(
  'the worker keeps for %s what its manifest names, the start first',
  (language) => {
    expect(shell.builds[language]).toEqual([
      `/assets/main-${language}.js`,
      '/assets/main-7a8b.css',
      '/assets/schemas-5e6f.js',
      `/assets/posters-${language}.js`,
    ])
  },
)

test('files that the page links to are cached with it, other icons later, clips never', () => {
  expect(shell.page).toEqual(['/', '/favicon.svg'])
  expect(shell.rest).toEqual(['/icons/512.png'])
})
